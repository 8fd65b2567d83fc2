import { t } from '@lingui/core/macro'
import { CopyButton } from '#ui/CopyButton.tsx'

/** Whom a payment at FaucetPay goes to, so that the payer can compare. */
export function FaucetPayName({ name }: { name: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-m bg-sunken px-4 py-3">
      <p className="min-w-0">
        <span className="block text-sm text-muted">
          {t({ id: 'deposit.faucetpay', message: 'Pay to this FaucetPay account' })}
        </span>
        <b className="break-all">{name}</b>
      </p>
      <CopyButton text={name} />
    </div>
  )
}
