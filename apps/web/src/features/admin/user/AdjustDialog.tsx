import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import type { Call } from '@runnel/contract/route'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { ReasonField, reasonWrong } from '#base/ReasonDialog.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { unitsFromText } from '#ui/form/amount-text.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import { invalidateUsers, users, type AdminUserRow } from './users.ts'

const { reason } = contract.adjustUser.body.shape
const most = 1_000_000_000_000
const schema = z.object({
  way: z.enum(['give', 'take']),
  account: z.enum(['main', 'deposit']),
  amount: z.string().check(
    z.refine((text) => {
      const units = unitsFromText(text)
      return units !== null && units > 0 && units <= most
    }),
  ),
  reason,
  asDebt: z.boolean(),
})

interface Values extends Record<string, string | boolean> {
  way: string
  account: string
  amount: string
  reason: string
  asDebt: boolean
}

type AdjustCall = Call<typeof contract.adjustUser>

interface AdjustDialogProps {
  user: AdminUserRow
  open: boolean
  onClose: () => void
}

/** Gives something to a balance or takes it, with a reason that the user reads. */
export const AdjustDialog = ({ user, open, onClose }: AdjustDialogProps) => {
  const form = useAdjustForm()
  const adjusting = useAttempt({
    send: (call: AdjustCall) => users.calls.adjustUser(call),
    onDone: ({ approval }) => {
      void invalidateUsers()
      if (approval !== null) return
      form.reset()
      onClose()
    },
    onRefused: form.refused,
    isShown: open,
  })
  const leave = () => {
    onClose()
    if (!adjusting.isUnsent && !adjusting.isSending) form.reset()
    adjusting.reset()
  }
  const send = (values: Values) => adjusting.send(callOf(user._id, values))
  const isProposed = adjusting.answer !== undefined && adjusting.answer.approval !== null
  const name = user.username
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={leave}
      title={t({ id: 'admin.adjust.title', message: `Adjust balance of ${name}` })}
      submitLabel={!isProposed && t({ id: 'admin.adjust.yes', message: 'Adjust balance' })}
      cancelLabel={isProposed ? t({ id: 'ui.close', message: 'Close' }) : undefined}
      busy={adjusting.isSending}
      disabled={adjusting.isUnsent}
      focusFirst
      onSubmit={form.onSubmit(send)}
    >
      {adjusting.isUnsent && <RetryNotice onAgain={adjusting.sendAgain} />}
      {isProposed ? <ApprovalNote /> : <Fields form={form} user={user} />}
    </FormDialog>
  )
}

const callOf = (id: string, { way, account, amount, reason: why, asDebt }: Values): AdjustCall => {
  const units = unitsFromText(amount) ?? 0
  const owes = way === 'take' && account === 'main' && asDebt
  return {
    params: { id },
    body: {
      account: account === 'deposit' ? 'deposit' : 'main',
      amount: way === 'take' ? -units : units,
      reason: why.trim(),
      ...(owes && { asDebt: true }),
    },
    idempotencyKey: newIdempotencyKey(),
  }
}

const useAdjustForm = () => {
  const initialValues: Values = { way: 'give', account: 'main', amount: '', reason: '', asDebt: false }
  return useContractForm({
    schema,
    initialValues,
    sentences: () => ({
      way: t({ id: 'admin.adjust.way.wrong', message: 'Select add or deduct.' }),
      account: t({ id: 'admin.adjust.account.wrong', message: 'Select a balance.' }),
      amount: t({ id: 'admin.adjust.amount.wrong', message: 'Enter an amount greater than 0.' }),
      reason: reasonWrong(),
      asDebt: t({ id: 'admin.adjust.debt.wrong', message: 'Only the earned balance can go into debt.' }),
    }),
  })
}

const Fields = ({ form, user }: { form: ReturnType<typeof useAdjustForm>; user: AdminUserRow }) => {
  const { way, account, amount } = form.values
  const all = account === 'deposit' ? user.depositBalance : user.balance
  const has = unitsText(all)
  return (
    <>
      <Segmented
        label={t({ id: 'admin.adjust.way', message: 'Action' })}
        name="way"
        options={[
          { value: 'give', label: t({ id: 'admin.adjust.give', message: 'Add' }) },
          { value: 'take', label: t({ id: 'admin.adjust.take', message: 'Deduct' }) },
        ]}
        value={way}
        onValue={(value) => form.setFieldValue('way', value)}
      />
      <Segmented
        label={t({ id: 'admin.adjust.account', message: 'Balance type' })}
        name="account"
        options={[
          { value: 'main', label: t({ id: 'admin.adjust.main', message: 'Earned balance' }) },
          { value: 'deposit', label: t({ id: 'admin.adjust.deposit', message: 'Deposit balance' }) },
        ]}
        value={account}
        onValue={(value) => form.setFieldValue('account', value)}
      />
      <AmountField
        text={amount}
        onText={(text) => form.setFieldValue('amount', text)}
        error={form.getInputProps('amount').error}
        hint={t({ id: 'admin.adjust.has', message: `Current balance: ${has}.` })}
        choices={
          way === 'take' && all > 0
            ? [{ label: t({ id: 'admin.adjust.all', message: 'Full balance' }), units: all }]
            : []
        }
      />
      <ReasonField field={form.getInputProps('reason')} />
      {way === 'take' && account === 'main' && (
        <Checkbox
          label={t({ id: 'admin.adjust.asDebt', message: 'Record the shortfall as debt' })}
          hint={t({
            id: 'admin.adjust.asDebt.hint',
            message: 'The deposit balance is used first. Anything the user receives repays the debt first.',
          })}
          checked={form.values.asDebt}
          onChecked={(asDebt) => form.setFieldValue('asDebt', asDebt)}
          error={form.getInputProps('asDebt').error}
        />
      )}
    </>
  )
}
