import { t } from '@lingui/core/macro'
import { ChallengeKind, ChallengePeriod } from '@runnel/contract/earn/challenge'
import { useId } from 'react'
import { challengeTitle, kindName, periodName } from '#features/challenge/challenge.ts'
import { Button } from '#ui/Button.tsx'
import { useCurrency } from '#ui/currency.ts'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { fieldsOf, useChallengeForm, type AdminChallenge, type ChallengeForm } from './challenges.ts'

interface ChallengeDialogProps {
  open: boolean
  /** The one that is changed; without one a new one is added. */
  existing: AdminChallenge | undefined
  /** Where a new one is put. */
  position: number
  onClose: () => void
}

/** Adds a challenge or changes one. */
export const ChallengeDialog = ({ open, existing, position, onClose }: ChallengeDialogProps) => {
  const id = useId()
  const { form, save, submit } = useChallengeForm({ existing, position, onDone: onClose })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={
        existing
          ? t({ id: 'admin.challenge.change', message: 'Edit challenge' })
          : t({ id: 'admin.challenge.add', message: 'Add challenge' })
      }
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={id} variant="primary" busy={save.isPending}>
            {t({ id: 'admin.save', message: 'Save' })}
          </Button>
        </>
      }
    >
      <form id={id} className="form items-start sm:grid-cols-2" noValidate onSubmit={submit}>
        <KindFields form={form} />
        <TextInput
          label={t({ id: 'admin.challenge.requirement', message: 'Target' })}
          hint={<TitleAhead form={form} />}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('requirement')}
        />
        <RewardField form={form} />
        <TextInput
          label={t({ id: 'admin.method.position', message: 'Position' })}
          hint={t({ id: 'admin.method.position.hint', message: 'Lower numbers are listed first.' })}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('position')}
        />
        <Switch
          label={t({ id: 'admin.challenge.enabled', message: 'Enabled' })}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </form>
    </Dialog>
  )
}

const KindFields = ({ form }: { form: ChallengeForm }) => (
  <>
    <Select
      filterable={false}
      label={t({ id: 'admin.challenge.kind', message: 'Type' })}
      options={ChallengeKind.options.map((value) => ({ value, label: kindName(value) }))}
      value={form.values.kind}
      onChange={(value) =>
        form.setFieldValue('kind', ChallengeKind.options.find((known) => known === value) ?? 'faucet')
      }
      error={form.errors['kind']}
    />
    <Select
      filterable={false}
      label={t({ id: 'admin.challenge.period', message: 'Frequency' })}
      options={ChallengePeriod.options.map((value) => ({ value, label: periodName(value) }))}
      value={form.values.period}
      onChange={(value) =>
        form.setFieldValue('period', ChallengePeriod.options.find((known) => known === value) ?? 'daily')
      }
      error={form.errors['period']}
    />
  </>
)

/** What people will read. */
const TitleAhead = ({ form }: { form: ChallengeForm }) => {
  const { kind, requirement } = fieldsOf(form.values)
  return Number.isNaN(requirement) ? null : <>{challengeTitle({ kind, requirement })}</>
}

const RewardField = ({ form }: { form: ChallengeForm }) => {
  const { tokenReward } = fieldsOf(form.values)
  const value = formatValue(tokenReward, useCurrency())
  return (
    <TextInput
      label={t({ id: 'admin.coupon.reward', message: 'Reward (units)' })}
      hint={tokenReward > 0 && t({ id: 'admin.link.worth', message: `≈ ${value}` })}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('tokenReward')}
    />
  )
}
