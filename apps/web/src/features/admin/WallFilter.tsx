import { t } from '@lingui/core/macro'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { show, useWalls } from './offerwalls.ts'
import type { WallView } from './offerwalls.ts'

interface WallFilterProps {
  view: WallView
  /** The part of the filter that is typed. */
  word: { name: 'username' | 'txId'; label: string; maxLength: number }
  /** Another choice beside the wall. */
  children?: ReactNode
}

/** Narrows a list by wall and one word; choices act at once, the word when it is sent. */
export function WallFilter({ view, word: { name, label, maxLength }, children }: WallFilterProps) {
  const { data } = useWalls()
  const walls = (data?.walls ?? []).map(({ _id, name: wall }) => ({ value: _id, label: wall }))
  const [typed, setTyped] = useTyped(view[name] ?? '')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    show({ ...view, page: undefined, [name]: typed.trim() })
  }
  return (
    <Card className="p-4">
      <form role="search" className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4" onSubmit={search}>
        <Select
          filterable={false}
          label={t({ id: 'admin.wall.wall', message: 'Wall' })}
          placeholder={t({ id: 'admin.filter.any', message: 'All' })}
          options={walls}
          value={view.wallId ?? ''}
          onChange={(wallId) => show({ ...view, page: undefined, wallId: wallId || undefined })}
        />
        {children}
        <TextInput
          label={label}
          type="search"
          name={name}
          maxLength={maxLength}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onValue={setTyped}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" icon={<IconSearch aria-hidden="true" />}>
            {t({ id: 'admin.filter.go', message: 'Search' })}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The word in the field: what was typed, until the address of the page says something else. */
function useTyped(word: string): [string, (typed: string) => void] {
  const [seen, setSeen] = useState(word)
  const [typed, setTyped] = useState(word)
  if (seen !== word) {
    setSeen(word)
    setTyped(word)
  }
  return [typed, setTyped]
}
