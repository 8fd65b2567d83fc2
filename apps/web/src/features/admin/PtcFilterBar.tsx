import { t } from '@lingui/core/macro'
import { CampaignStatus, URL_MAX } from '@runnel/contract/advertise'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { statusName } from '#features/advertise/advertise.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { readFilter, show } from './ptc.ts'
import type { PtcFilter } from './ptc.ts'

/** Narrows the list; the status acts at once, words when they are sent. */
export function PtcFilterBar({ filter }: { filter: PtcFilter }) {
  const [typed, setTyped] = useTyped(filter)
  const isFiltered = Object.values(filter).some(Boolean)
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    show({ status: filter.status, ...trimmed(typed) })
  }
  const field = (name: keyof Typed, maxLength: number) => ({
    type: 'search',
    name,
    maxLength,
    autoCapitalize: 'none',
    autoComplete: 'off',
    spellCheck: false,
    value: typed[name],
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <Card className="p-4">
      <form role="search" className="grid grid-cols-2 items-end gap-3 lg:grid-cols-5" onSubmit={search}>
        <Select
          label={t({ id: 'admin.filter.status', message: 'Status' })}
          filterable={false}
          value={filter.status ?? ''}
          placeholder={t({ id: 'admin.filter.any', message: 'All' })}
          options={CampaignStatus.options.map((value) => ({ value, label: statusName(value) }))}
          onChange={(status) => show(readFilter({ ...trimmed(typed), status }))}
        />
        <TextInput label={t({ id: 'admin.ptc.filter.content', message: 'Words' })} {...field('content', 100)} />
        <TextInput label={t({ id: 'admin.filter.username', message: 'Username' })} {...field('username', 40)} />
        <TextInput label={t({ id: 'admin.filter.address', message: 'Address' })} {...field('url', URL_MAX)} />
        <TextInput label={t({ id: 'admin.ptc.filter.id', message: 'Id' })} {...field('id', 36)} />
        <div className="col-span-full flex flex-wrap gap-2">
          <Button type="submit" icon={<IconSearch aria-hidden="true" />}>
            {t({ id: 'admin.filter.go', message: 'Search' })}
          </Button>
          {isFiltered && (
            <Button variant="quiet" onClick={() => show({})}>
              {t({ id: 'admin.filter.clear', message: 'Clear all' })}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

type Typed = Record<'content' | 'username' | 'url' | 'id', string>

function trimmed({ content, username, url, id }: Typed): Typed {
  return { content: content.trim(), username: username.trim(), url: url.trim(), id: id.trim().toLowerCase() }
}

/** The words in the fields: what was typed, until the address of the page says something else. */
function useTyped({ content = '', username = '', url = '', id = '' }: PtcFilter): [Typed, (typed: Typed) => void] {
  const [seen, setSeen] = useState({ content, username, url, id })
  const [typed, setTyped] = useState(seen)
  const isOther = seen.content !== content || seen.username !== username || seen.url !== url || seen.id !== id
  if (isOther) {
    setSeen({ content, username, url, id })
    setTyped({ content, username, url, id })
  }
  return [typed, setTyped]
}
