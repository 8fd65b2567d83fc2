import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { useState } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { useSignInMethods } from '#features/step-up/step-up.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { DeleteProof } from './DeleteProof.tsx'

interface DeleteDialogProps {
  user: User
  onClose: () => void
}

/** Step by step, so that nobody loses an account by a slip: what becomes of it, what is left on it, and who asks. */
export const DeleteDialog = ({ user, onClose }: DeleteDialogProps) => {
  const [step, setStep] = useState(0)
  const [waive, setWaive] = useState(false)
  const owns = user.balance + user.depositBalance + user.heldBalance > 0
  const steps = [
    { key: 'what', label: t({ id: 'deletion.step.what', message: 'Deleted data' }) },
    ...(owns ? [{ key: 'left', label: t({ id: 'deletion.step.left', message: 'Remaining balance' }) }] : []),
    { key: 'who', label: t({ id: 'deletion.step.who', message: 'Confirm' }) },
  ]
  const current = steps[step]?.key
  const next = () => setStep(step + 1)
  return (
    <Dialog open firm wide onClose={onClose} title={t({ id: 'deletion.title', message: 'Delete your account' })}>
      <div className="grid gap-5">
        <Stepper label={t({ id: 'deletion.steps', message: 'Steps' })} steps={steps} current={step} />
        {current === 'what' && <What onNext={next} onStop={onClose} />}
        {current === 'left' && <Left {...{ user, waive }} onWaive={setWaive} onNext={next} onStop={onClose} />}
        {current === 'who' && <Who user={user} waive={waive} onStop={onClose} />}
      </div>
    </Dialog>
  )
}

interface StepProps {
  onNext: () => void
  onStop: () => void
}

const Buttons = ({ onNext, onStop, disabled }: StepProps & { disabled?: boolean }) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button onClick={onStop}>{t({ id: 'deletion.stop', message: 'Keep my account' })}</Button>
    <Button variant="primary" disabled={disabled} onClick={onNext}>
      {t({ id: 'deletion.next', message: 'Continue' })}
    </Button>
  </div>
)

const What = (props: StepProps) => (
  <>
    <ul className="grid list-disc gap-2 ps-5">
      <li>
        {t({
          id: 'deletion.gone',
          message: 'We erase your name, email address, sessions, devices, networks, messages and task proofs.',
        })}
      </li>
      <li>
        {t({
          id: 'deletion.stays',
          message: 'Transaction records are kept without your name because the ledger must balance.',
        })}{' '}
        {t({ id: 'deletion.wallets', message: 'Withdrawal records keep the destination address.' })}
      </li>
      <li>{t({ id: 'deletion.never', message: 'This can’t be undone.' })}</li>
    </ul>
    <Buttons {...props} />
  </>
)

interface LeftProps extends StepProps {
  user: User
  waive: boolean
  onWaive: (waive: boolean) => void
}

const Left = ({ user, waive, onWaive, ...buttons }: LeftProps) => {
  const balances = [
    { key: 'main', label: t({ id: 'deletion.main', message: 'Balance' }), units: user.balance },
    { key: 'deposit', label: t({ id: 'deletion.deposit', message: 'Deposit balance' }), units: user.depositBalance },
    { key: 'held', label: t({ id: 'deletion.held', message: 'On hold' }), units: user.heldBalance },
  ].filter(({ units }) => units > 0)
  return (
    <>
      <Alert tone="warn" title={t({ id: 'deletion.owns', message: 'You still have a balance' })}>
        {t({
          id: 'deletion.owns.text',
          message: 'Withdraw it first if you can. Any balance you give up goes to the site.',
        })}
      </Alert>
      <KeyValue pairs={balances.map(({ units, ...pair }) => ({ ...pair, value: unitsText(units) }))} />
      <Checkbox
        label={t({ id: 'deletion.waive', message: 'I give up this balance permanently' })}
        checked={waive}
        onChecked={onWaive}
      />
      <Buttons {...buttons} disabled={!waive} />
    </>
  )
}

const Who = ({ user, waive, onStop }: { user: User; waive: boolean; onStop: () => void }) => {
  const query = useSignInMethods()
  return (
    <Loaded query={query} loading={<SkeletonText lines={4} />}>
      {(data) => <DeleteProof username={user.username} waive={waive} asks={data.asks} onStop={onStop} />}
    </Loaded>
  )
}
