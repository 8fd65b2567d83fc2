import { t } from '@lingui/core/macro'
import type { InvoiceScan } from '@runnel/contract/withdraw'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messageOf } from '#api/failure.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useScanned, withdraw } from './withdraw.ts'

const QrCode = lazy(() => loadChunk(() => import('#ui/chart/QrCode.tsx')).then((file) => ({ default: file.QrCode })))

interface ScanWalletProps {
  methodId: string
  /** Null until the form has an amount that can be paid. */
  amount: number | null
  onInvoice: (invoice: string) => void
}

/** A QR code that a Lightning wallet scans to send its invoice here. It holds for the amount in the form. */
export const ScanWallet = ({ methodId, amount, onInvoice }: ScanWalletProps) => {
  const [shown, setShown] = useState<number | null>(null)
  const make = useMutation({
    mutationFn: (units: number) => withdraw.calls.scan({ params: { methodId }, body: { amount: units } }),
    onSuccess: (_scan, units) => setShown(units),
  })
  const scan = shown === amount && shown !== null ? make.data : undefined
  const taken = (invoice: string) => {
    setShown(null)
    onInvoice(invoice)
  }
  return (
    <div className="grid gap-3">
      {scan ? (
        <Code key={scan._id} scan={scan} onInvoice={taken} />
      ) : (
        <Button disabled={amount === null} busy={make.isPending} onClick={() => amount !== null && make.mutate(amount)}>
          {t({ id: 'withdraw.scan', message: 'Scan with a Lightning wallet' })}
        </Button>
      )}
      {amount === null && (
        <p className="text-sm text-muted">
          {t({ id: 'withdraw.scan.amount', message: 'To scan a QR code, enter the amount first.' })}
        </p>
      )}
      {make.isError && <Alert tone="bad">{messageOf(make.error)}</Alert>}
    </div>
  )
}

const Code = ({ scan, onInvoice }: { scan: InvoiceScan; onInvoice: (invoice: string) => void }) => {
  const { data, error } = useScanned(scan._id)
  const invoice = data?.invoice
  useEffect(() => {
    if (invoice) onInvoice(invoice)
  })
  if (error) return <Alert tone="bad">{messageOf(error)}</Alert>
  return (
    <div className="grid justify-items-center gap-3 rounded-m bg-sunken p-4 text-center">
      <div className="size-56">
        <Suspense fallback={<Skeleton height={224} className="rounded-m" />}>
          <QrCode
            text={scan.lnurl}
            label={t({ id: 'withdraw.scan.code', message: 'QR code for your Lightning wallet' })}
          />
        </Suspense>
      </div>
      <p className="max-w-[40ch] text-sm text-muted" role="status">
        {t({
          id: 'withdraw.scan.how',
          message: 'Scan this code with your wallet. It fills in the invoice; you then review and confirm here.',
        })}
      </p>
      <a className="link inline-flex min-h-11 items-center" href={`lightning:${scan.lnurl}`}>
        {t({ id: 'withdraw.scan.open', message: 'Open in a wallet on this device' })}
      </a>
    </div>
  )
}
