import { t } from '@lingui/core/macro'
import { user as contract } from '@runnel/contract/account/user'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#api/download.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/form/Select.tsx'

/** A year of the account in totals, as a file; `since` is when the account was made. */
export const YearStatement = ({ since }: { since: string }) => {
  const [last] = useState(() => new Date().getUTCFullYear())
  const years = Array.from({ length: last - new Date(since).getUTCFullYear() + 1 }, (_, index) => String(last - index))
  const [year, setYear] = useState(String(last))
  const save = useMutation({
    mutationFn: () =>
      saveFile({ route: contract.yearStatementCsv, query: { year }, filename: `statement-${year}.csv` }),
  })
  return (
    <div className="grid content-start gap-3">
      <p className="text-muted">
        {t({
          id: 'yearStatement.text',
          message: 'The totals of a year: earnings by type, deposits, withdrawals and fees.',
        })}
      </p>
      <Select
        filterable={false}
        label={t({ id: 'yearStatement.year', message: 'Year' })}
        options={years.map((value) => ({ value, label: value }))}
        value={year}
        onChange={setYear}
      />
      <Button
        className="justify-self-start"
        icon={<IconDownload aria-hidden="true" />}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t({ id: 'yearStatement.save', message: 'Export yearly statement' })}
      </Button>
    </div>
  )
}
