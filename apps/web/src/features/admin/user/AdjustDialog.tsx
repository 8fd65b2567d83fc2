import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin-user-acts'
import type { Call } from '@runnel/contract/route'
import * as z from 'zod/mini'
import { newKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#app/contract-form.ts'
import { unitsFromText } from '#ui/amount-text.ts'
import { AmountField } from '#ui/AmountField.tsx'
import { unitsInWords } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { Unsent } from '#ui/Unsent.tsx'
import { Proposed } from './Proposed.tsx'
import { askAll, users } from './users.ts'
import type { AdminUserRow } from './users.ts'

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

type Adjusting = Call<typeof contract.adjustUser>

interface AdjustDialogProps {
  user: AdminUserRow
  open: boolean
  onClose: () => void
}

/** Gives something to a balance or takes it, with a reason that the user reads. */
export function AdjustDialog({ user, open, onClose }: AdjustDialogProps) {
  const form = useAdjustForm()
  const adjusting = useAttempt({
    send: (call: Adjusting) => users.calls.adjustUser(call),
    onDone: ({ approval }) => {
      void askAll()
      if (approval === null) leave()
    },
    onRefused: form.refused,
  })
  const leave = () => {
    onClose()
    form.reset()
    adjusting.reset()
  }
  const send = (values: Values) => adjusting.send(callOf(user._id, values))
  const isProposed = adjusting.answer !== undefined && adjusting.answer.approval !== null
  const name = user.username
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t({ id: 'admin.adjust.title', message: `Adjust the balance of ${name}` })}
      actions={
        <>
          <Button onClick={leave}>
            {isProposed ? t({ id: 'ui.close', message: 'Close' }) : t({ id: 'ui.cancel', message: 'Cancel' })}
          </Button>
          {!isProposed && (
            <Button
              type="submit"
              form={form.id}
              variant="primary"
              busy={adjusting.isSending}
              disabled={adjusting.isUnsent}
            >
              {t({ id: 'admin.adjust.yes', message: 'Adjust' })}
            </Button>
          )}
        </>
      }
    >
      {isProposed ? (
        <Proposed />
      ) : (
        <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
          {adjusting.isUnsent && <Unsent onAgain={adjusting.sendAgain} />}
          <Fields form={form} user={user} />
        </form>
      )}
    </Dialog>
  )
}

function callOf(id: string, { way, account, amount, reason: why, asDebt }: Values): Adjusting {
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
    idempotencyKey: newKey(),
  }
}

function useAdjustForm() {
  const initialValues: Values = { way: 'give', account: 'main', amount: '', reason: '', asDebt: false }
  return useContractForm({
    schema,
    initialValues,
    sentences: () => ({
      way: t({ id: 'admin.adjust.way.wrong', message: 'Give or take?' }),
      account: t({ id: 'admin.adjust.account.wrong', message: 'Choose a balance.' }),
      amount: t({ id: 'admin.adjust.amount.wrong', message: 'Say how much, more than nothing.' }),
      reason: t({ id: 'admin.reason.wrong', message: 'Say why, in 3 to 300 letters; the user reads it.' }),
      asDebt: t({ id: 'admin.adjust.debt.wrong', message: 'Only the earned balance can go into debt.' }),
    }),
  })
}

function Fields({ form, user }: { form: ReturnType<typeof useAdjustForm>; user: AdminUserRow }) {
  const { way, account, amount } = form.values
  const all = account === 'deposit' ? user.depositBalance : user.balance
  const has = unitsInWords(all)
  return (
    <>
      <Segmented
        label={t({ id: 'admin.adjust.way', message: 'What to do' })}
        name="way"
        options={[
          { value: 'give', label: t({ id: 'admin.adjust.give', message: 'Give' }) },
          { value: 'take', label: t({ id: 'admin.adjust.take', message: 'Take' }) },
        ]}
        value={way}
        onValue={(value) => form.setFieldValue('way', value)}
      />
      <Segmented
        label={t({ id: 'admin.adjust.account', message: 'Which balance' })}
        name="account"
        options={[
          { value: 'main', label: t({ id: 'admin.adjust.main', message: 'Earned' }) },
          { value: 'deposit', label: t({ id: 'admin.adjust.deposit', message: 'Deposited' }) },
        ]}
        value={account}
        onValue={(value) => form.setFieldValue('account', value)}
      />
      <AmountField
        text={amount}
        onText={(text) => form.setFieldValue('amount', text)}
        error={form.getInputProps('amount').error}
        hint={t({ id: 'admin.adjust.has', message: `There are ${has} on it now.` })}
        choices={
          way === 'take' && all > 0 ? [{ label: t({ id: 'admin.adjust.all', message: 'All of it' }), units: all }] : []
        }
      />
      <TextInput
        label={t({ id: 'admin.reason', message: 'Reason' })}
        hint={t({ id: 'admin.reason.hint', message: 'The user reads it.' })}
        maxLength={300}
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
      {way === 'take' && account === 'main' && (
        <Checkbox
          label={t({ id: 'admin.adjust.asDebt', message: 'What is missing becomes a debt' })}
          hint={t({
            id: 'admin.adjust.asDebt.hint',
            message: 'The deposit balance is taken before that. Whatever the user receives repays the debt first.',
          })}
          checked={form.values.asDebt}
          onChecked={(asDebt) => form.setFieldValue('asDebt', asDebt)}
          error={form.getInputProps('asDebt').error}
        />
      )}
    </>
  )
}
