import { t } from '@lingui/core/macro'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { admin as contract } from '@runnel/contract/admin'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { saveFile } from '#api/download.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { couponStates, show, stateName } from './coupons.ts'
import type { CouponFilter } from './coupons.ts'

/** Narrows the list, and keeps what it shows as a file. */
export function CouponFilterBar({ filter }: { filter: CouponFilter }) {
  const [typed, setTyped] = useTyped(filter.search ?? '')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    show({ ...filter, search: typed.trim() || undefined })
  }
  const save = useMutation({
    mutationFn: () => saveFile({ route: contract.couponsCsv, query: { ...filter }, filename: 'coupons.csv' }),
  })
  return (
    <Card className="p-4">
      <form role="search" className="grid items-end gap-3 sm:grid-cols-2" onSubmit={search}>
        <TextInput
          label={t({ id: 'admin.coupon.search', message: 'Beginning of a code, or words of a name' })}
          type="search"
          name="search"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onValue={setTyped}
        />
        <Select
          label={t({ id: 'admin.filter.status', message: 'Status' })}
          filterable={false}
          value={filter.state ?? ''}
          placeholder={t({ id: 'admin.filter.any', message: 'All' })}
          options={couponStates.map((value) => ({ value, label: stateName(value) }))}
          onChange={(state) => show({ ...filter, state: couponStates.find((known) => known === state) })}
        />
        <div className="col-span-full flex flex-wrap gap-2">
          <Button type="submit" icon={<IconSearch aria-hidden="true" />}>
            {t({ id: 'admin.filter.go', message: 'Search' })}
          </Button>
          {Object.values(filter).some(Boolean) && (
            <Button variant="quiet" onClick={() => show({})}>
              {t({ id: 'admin.filter.clear', message: 'Clear all' })}
            </Button>
          )}
          <Button
            variant="quiet"
            className="sm:ml-auto"
            busy={save.isPending}
            icon={<IconDownload aria-hidden="true" />}
            onClick={() => save.mutate()}
          >
            {t({ id: 'admin.coupon.csv', message: 'Save as CSV' })}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The words in the field: what was typed, until the address of the page says something else. */
function useTyped(search: string): [string, (typed: string) => void] {
  const [seen, setSeen] = useState(search)
  const [typed, setTyped] = useState(search)
  if (seen !== search) {
    setSeen(search)
    setTyped(search)
  }
  return [typed, setTyped]
}
