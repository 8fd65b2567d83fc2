import { t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import type { ReactNode } from 'react'
import { CopyButton } from '#ui/copy/CopyButton.tsx'

/** What has to be sent where, ready to be copied into a wallet. */
export const PaymentTarget = ({ row: { receives, currency, address } }: { row: AdminWithdrawal }) => (
  <div className="grid gap-3 rounded-m bg-sunken p-3.5">
    <Line label={t({ id: 'admin.payTo.amount', message: 'Amount' })} copy={receives}>
      <b className="figures break-all">
        {receives} {currency}
      </b>
    </Line>
    <Line label={t({ id: 'admin.payTo.address', message: 'Address' })} copy={address}>
      <b className="break-all">{address}</b>
    </Line>
  </div>
)

const Line = ({ label, copy, children }: { label: string; copy: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-3">
    <div className="min-w-0">
      <p className="text-sm text-muted">{label}</p>
      <p>{children}</p>
    </div>
    <CopyButton text={copy} />
  </div>
)
