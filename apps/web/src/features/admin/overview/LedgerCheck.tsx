import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useBooksCheck, type Overview } from '#features/admin/admin.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Table } from '#ui/table/Table.tsx'

type LedgerFinding = Overview['books']

/** Whether every balance is the sum of its transfers, and the accounts where it is not. */
export const LedgerCheck = ({ overview }: { overview: Overview }) => {
  const { books } = overview
  const { check, state } = useBooksCheck(overview)
  return (
    <Card
      title={t({ id: 'admin.books', message: 'Ledger' })}
      action={<Verdict books={books} />}
      foot={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p aria-live="polite" className="text-sm text-muted">
            {state === 'running' && (
              <Trans id="admin.books.running">Checking… This takes minutes on a large site.</Trans>
            )}
            {state === 'failed' && <Trans id="admin.books.failed">The check failed. It will be retried.</Trans>}
            {state === 'done' && <CheckedAt iso={books.checkedAt} />}
          </p>
          <Button size="small" busy={check.isPending || state === 'running'} onClick={() => check.mutate()}>
            {t({ id: 'admin.books.check', message: 'Check now' })}
          </Button>
        </div>
      }
    >
      <p aria-live="polite" className={books.balanced === false ? undefined : 'text-muted'}>
        {books.balanced === false ? unbalancedText(books) : balancedText(books)}
      </p>
      {books.mismatches.length > 0 && <Mismatches books={books} />}
    </Card>
  )
}

const CheckedAt = ({ iso }: { iso: string | null }) => {
  if (iso === null) return null
  return (
    <Trans id="admin.books.checked">
      Checked <RelativeTime iso={iso} />
    </Trans>
  )
}

const Verdict = ({ books: { balanced } }: { books: LedgerFinding }) => {
  if (balanced === null) {
    return <Badge dot>{t({ id: 'admin.books.never', message: 'Never' })}</Badge>
  }
  return balanced ? (
    <Badge tone="good" dot>
      {t({ id: 'admin.books.balanced', message: 'Balanced' })}
    </Badge>
  ) : (
    <Badge tone="bad" dot>
      {t({ id: 'admin.books.unbalanced', message: 'Not balanced' })}
    </Badge>
  )
}

const balancedText = ({ balanced, accounts, transfers }: LedgerFinding): string => {
  if (balanced === null) {
    return t({
      id: 'admin.books.unchecked',
      message: 'The first check runs within an hour. You can also start it now.',
    })
  }
  const [accountsShown, transfersShown] = [formatNumber(accounts), formatNumber(transfers)]
  return t({
    id: 'admin.books.proved',
    message: `All ${accountsShown} account balances match their ${transfersShown} transfers.`,
  })
}

const unbalancedText = ({ mismatches }: LedgerFinding): string =>
  t({
    id: 'admin.books.differ',
    message: plural(mismatches.length, {
      one: '# account balance doesn’t match its transfers. Payouts are paused.',
      other: '# account balances don’t match their transfers. Payouts are paused.',
    }),
  })

const Mismatches = ({ books }: { books: LedgerFinding }) => (
  <div className="mt-4 -mx-4">
    <Table
      caption={t({ id: 'admin.books.mismatches', message: 'Mismatched accounts' })}
      rows={books.mismatches}
      rowKey={({ account }) => account}
      columns={[
        {
          key: 'account',
          header: t({ id: 'admin.books.account', message: 'Account' }),
          role: 'head',
          cell: ({ account }) => <code className="text-xs break-all">{account}</code>,
        },
        {
          key: 'balance',
          header: t({ id: 'admin.books.holds', message: 'Actual' }),
          align: 'end',
          cell: ({ balance }) => formatNumber(balance),
        },
        {
          key: 'sum',
          header: t({ id: 'admin.books.should', message: 'Expected' }),
          align: 'end',
          cell: ({ sum }) => formatNumber(sum),
        },
      ]}
    />
  </div>
)
