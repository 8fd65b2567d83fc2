import { t } from '@lingui/core/macro'
import { currencies } from '@runnel/contract/admin'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { statusName } from '#features/withdraw/withdraw.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { readFilter, show } from './withdrawals.ts'
import type { Filter } from './withdrawals.ts'

/** Narrows the list; choices act at once, words when they are sent. */
export function FilterBar({ filter }: { filter: Filter }) {
  const [{ username, address }, setTyped] = useTyped(filter)
  const words = { username: username.trim(), address: address.trim() }
  const isFiltered = Object.values(filter).some(Boolean)
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    show({ ...filter, ...words })
  }
  return (
    <Card className="p-4">
      <form role="search" className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4" onSubmit={search}>
        <Select
          label={t({ id: 'admin.filter.status', message: 'Status' })}
          filterable={false}
          value={filter.status ?? ''}
          placeholder={t({ id: 'admin.filter.any', message: 'All' })}
          options={WithdrawalStatus.options.map((value) => ({ value, label: statusName(value) }))}
          onChange={(status) => show({ ...filter, ...words, ...readFilter({ ...filter, ...words, status }) })}
        />
        <Select
          label={t({ id: 'admin.filter.currency', message: 'Currency' })}
          filterable={false}
          value={filter.currency ?? ''}
          placeholder={t({ id: 'admin.filter.any', message: 'All' })}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(currency) => show({ ...filter, ...words, ...readFilter({ ...filter, ...words, currency }) })}
        />
        <TextInput
          label={t({ id: 'admin.filter.username', message: 'Username' })}
          type="search"
          name="username"
          maxLength={40}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={username}
          onValue={(value) => setTyped({ username: value, address })}
        />
        <TextInput
          label={t({ id: 'admin.filter.address', message: 'Address' })}
          type="search"
          name="address"
          maxLength={128}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onValue={(value) => setTyped({ username, address: value })}
        />
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

interface Typed {
  username: string
  address: string
}

/** The words in the fields: what was typed, until the address of the page says something else. */
function useTyped({ username = '', address = '' }: Filter): [Typed, (typed: Typed) => void] {
  const [seen, setSeen] = useState({ username, address })
  const [typed, setTyped] = useState(seen)
  if (seen.username !== username || seen.address !== address) {
    setSeen({ username, address })
    setTyped({ username, address })
  }
  return [typed, setTyped]
}
