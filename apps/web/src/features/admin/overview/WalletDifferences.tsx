import { t } from '@lingui/core/macro'
import { adminPayout as contract, type WalletDifference } from '@runnel/contract/payout'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'

/** Payments that a wallet and the books don’t agree on; one that somebody looked into stays listed with their note. */
export const WalletDifferences = ({ differences }: { differences: readonly WalletDifference[] }) => {
  const [asked, setAsked] = useState<WalletDifference>()
  return (
    <div className="grid gap-2 pt-3">
      <h3 className="font-semibold">
        {t({ id: 'admin.wallets.differences', message: 'Differences from the ledger' })}
      </h3>
      <ul className="rows">
        {differences.map((one) => (
          <li key={one._id} className="flex flex-wrap items-start justify-between gap-3 py-2">
            <Difference difference={one} />
            {one.dismissed === null && (
              <Button size="small" onClick={() => setAsked(one)}>
                {t({ id: 'admin.wallets.dismiss', message: 'Dismiss' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DismissDialog key={asked?._id} difference={asked} onClose={() => setAsked(undefined)} />
    </div>
  )
}

const kindName = ({ kind }: WalletDifference): string =>
  kind === 'unbooked'
    ? t({ id: 'admin.wallets.unbooked', message: 'Sent, but not in the ledger' })
    : t({ id: 'admin.wallets.missing', message: 'Marked as paid, but not in the wallet' })

const Difference = ({ difference }: { difference: WalletDifference }) => {
  const { currency, processor, amount, address, txId, at, dismissed } = difference
  return (
    <span className="grid min-w-0 gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <CoinLogo currency={currency} className="size-5 shrink-0" />
        <b>{kindName(difference)}</b>
        {dismissed && <Badge>{t({ id: 'admin.wallets.dismissed', message: 'Dismissed' })}</Badge>}
      </span>
      <span className="text-sm text-muted wrap-anywhere">
        {[currency, processorName(processor), amount, address, txId].filter(Boolean).join(' · ')}
      </span>
      {at && <RelativeTime iso={at} className="text-sm text-muted" />}
      {dismissed && (
        <span className="text-sm wrap-anywhere">
          {[dismissed.note, dismissed.by].filter(Boolean).join(' · ')} <RelativeTime iso={dismissed.at} />
        </span>
      )}
    </span>
  )
}

interface DismissDialogProps {
  difference: WalletDifference | undefined
  onClose: () => void
}

const DismissDialog = ({ difference, onClose }: DismissDialogProps) => {
  const dismiss = useMutation({
    mutationFn: ({ _id: id, foundAt, note }: Pick<WalletDifference, '_id' | 'foundAt'> & { note: string }) =>
      admin.calls.dismissDifference({ params: { id }, body: { note, foundAt } }),
    onSettled: () => invalidateAdmin('wallets', 'stats'),
  })
  return (
    <ReasonDialog
      open={difference !== undefined}
      title={t({ id: 'admin.wallets.dismiss.title', message: 'Dismiss difference' })}
      submitLabel={t({ id: 'admin.wallets.dismiss', message: 'Dismiss' })}
      busy={dismiss.isPending}
      name="note"
      rule={contract.dismissDifference.body.shape.note}
      label={t({ id: 'admin.wallets.note.label', message: 'Note' })}
      hint={t({ id: 'admin.wallets.note.hint', message: 'Only the staff see it.' })}
      onSend={(note, outcome) => difference && dismiss.mutate({ ...difference, note }, outcome)}
      onClose={onClose}
    >
      {difference && <Difference difference={difference} />}
      <p>
        {t({
          id: 'admin.wallets.dismiss.text',
          message:
            'The warning ends, and nothing is booked. The difference stays listed, and shows up again if it changes.',
        })}
      </p>
    </ReasonDialog>
  )
}
