import { t } from '@lingui/core/macro'
import { isLightning, type WithdrawMethod } from '@runnel/contract/withdraw'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { fieldErrors, isWorthRepeating, messageOf } from '#api/failure.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { AmountField } from '#ui/form/AmountField.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatNumber } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Comment } from './Comment.tsx'
import { boundsOf, type WishForm } from './form.ts'
import { Preview } from './Preview.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import { ScanWallet } from './ScanWallet.tsx'
import { previewOf, type WithdrawFields } from './withdraw.ts'

interface DetailsStepProps {
  method: WithdrawMethod
  balance: number
  wishing: WishForm
  onReady: (wish: WithdrawFields) => void
}

/** Where to and how much, with what would arrive. */
export const DetailsStep = ({ method, balance, wishing, onReady }: DetailsStepProps) => {
  const { form, told } = wishing
  const [left, setLeft] = useState({ address: false, amount: false })
  const check = useMutation({
    mutationFn: (wish: WithdrawFields) => queryClient.fetchQuery(previewOf(wish)),
    onSuccess: (_preview, wish) => onReady(wish),
    onError: form.refused,
  })
  const submit = () => {
    const read = wishing.read()
    if (read) check.mutate({ methodId: method._id, ...read })
  }
  const address = form.getInputProps('address')
  const amount = form.getInputProps('amount')
  // What the server says of an address repeats how it should look.
  const addressError = address.error ?? (left.address && told['address'])
  return (
    <Card title={t({ id: 'withdraw.wish', message: 'Withdrawal details' })}>
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(submit)}>
        <TextInput
          label={destinationLabel(method)}
          hint={!addressError && method.addressHint}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...address}
          onPaste={() => setLeft((known) => ({ ...known, address: true }))}
          onBlur={() => setLeft((known) => ({ ...known, address: true }))}
          error={addressError}
        />
        <Comment
          method={method}
          address={form.values.address}
          onAddress={(next) => form.setFieldValue('address', next)}
        />
        <SavedAddresses
          method={method}
          address={form.values.address}
          onChoose={(chosen) => form.setFieldValue('address', chosen)}
        />
        <AmountField
          key={method._id}
          text={form.values.amount}
          onText={(text) => form.setFieldValue('amount', text)}
          onBlur={() => setLeft((known) => ({ ...known, amount: true }))}
          error={amount.error ?? (left.amount ? told['amount'] : undefined)}
          choices={choicesOf(boundsOf(method, balance), balance)}
        />
        {method.scan && (
          <ScanWallet
            methodId={method._id}
            amount={wishing.amount}
            onInvoice={(invoice) => form.setFieldValue('address', invoice)}
          />
        )}
        <Arrives wishing={wishing} />
        <Button type="submit" variant="primary" size="large" wide busy={check.isPending}>
          {t({ id: 'withdraw.continue', message: 'Continue' })}
        </Button>
      </form>
    </Card>
  )
}

const destinationLabel = ({ processor, name }: WithdrawMethod): string => {
  if (processor === 'faucetpay') {
    return t({ id: 'withdraw.faucetpay', message: 'Your FaucetPay email, username or address' })
  }
  return isLightning(processor)
    ? t({ id: 'withdraw.lightning', message: 'Your Lightning address or invoice' })
    : t({ id: 'withdraw.address', message: `Your ${name} address` })
}

/** The largest and the smallest amount; the largest may be all there is. */
const choicesOf = ({ least, most }: ReturnType<typeof boundsOf>, balance: number) => {
  const [smallest, largest] = [formatNumber(least), formatNumber(most)]
  const highest =
    most === balance
      ? t({ id: 'withdraw.amount.all', message: `Max: ${largest}` })
      : t({ id: 'withdraw.amount.most', message: `Max: ${largest}` })
  if (least >= most) return [{ units: most, label: highest }]
  const lowest = t({ id: 'withdraw.amount.least', message: `Min: ${smallest}` })
  return [
    { units: most, label: highest },
    { units: least, label: lowest },
  ]
}

/** What arrives, while the form is filled in. Its space is reserved, so that the button below does not jump. */
const Arrives = ({ wishing: { preview, problem, isAsking, askPreview } }: { wishing: WishForm }) => {
  const untold = problem !== null && Object.keys(fieldErrors(problem)).length === 0
  return (
    <div className="grid min-h-36 rounded-m bg-sunken p-4" aria-live="polite" aria-busy={isAsking}>
      {untold && (
        <Alert
          tone="bad"
          actions={
            isWorthRepeating(problem) && (
              <Button size="small" busy={isAsking} onClick={() => void askPreview()}>
                {t({ id: 'withdraw.preview.again', message: 'Try again' })}
              </Button>
            )
          }
        >
          {messageOf(problem)}
        </Alert>
      )}
      {!problem && preview && <Preview preview={preview} />}
      {!problem && !preview && isAsking && (
        <div className="grid content-start gap-4">
          <Skeleton width="66.6667%" />
          <Skeleton width="50%" />
          <Skeleton width="75%" />
        </div>
      )}
      {!untold && !preview && !isAsking && (
        <p className="self-center text-center text-sm text-muted">
          {t({ id: 'withdraw.preview.none', message: 'Enter an address and an amount to see what you’ll receive.' })}
        </p>
      )}
    </div>
  )
}
