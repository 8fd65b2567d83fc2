import { t } from '@lingui/core/macro'
import { Amount } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import type { Import } from './imports.ts'

/** What became, or would become, of the rows of a file. */
export const Counts = ({ counts }: { counts: Import['counts'] }) => {
  const { rows, added, skipped, problems, balance, deposit, referrersLinked } = counts
  return (
    <KeyValue
      pairs={[
        { key: 'rows', label: t({ id: 'import.rows', message: 'Rows in file' }), value: formatNumber(rows) },
        { key: 'added', label: t({ id: 'import.added', message: 'New accounts' }), value: formatNumber(added) },
        {
          key: 'skipped',
          label: t({ id: 'import.skipped', message: 'Already imported (skipped)' }),
          value: formatNumber(skipped),
        },
        {
          key: 'problems',
          label: t({ id: 'import.problems', message: 'Rows with errors' }),
          value: formatNumber(problems),
        },
        {
          key: 'balance',
          label: t({ id: 'import.field.balance', message: 'Earned balance' }),
          value: <Amount units={balance} show="both" />,
        },
        {
          key: 'deposit',
          label: t({ id: 'import.field.deposit', message: 'Deposit balance' }),
          value: <Amount units={deposit} show="both" />,
        },
        ...(referrersLinked > 0
          ? [
              {
                key: 'linked',
                label: t({ id: 'import.linked', message: 'Linked to their referrer' }),
                value: formatNumber(referrersLinked),
              },
            ]
          : []),
      ]}
    />
  )
}
