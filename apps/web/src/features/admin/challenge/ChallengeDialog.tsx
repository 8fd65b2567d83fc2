import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { ChallengeKind, ChallengePeriod, type AdminChallenge } from '@runnel/contract/earn/challenge'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { ChoiceField, NumberField, PositionField, SwitchField, UnitsField } from '#features/admin/kit/fields.tsx'
import { ResourceDialog } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { challengeTitle, kindName, periodName } from '#features/challenge/challenge.ts'

export const challengesChanged = (): void => {
  void invalidateAdmin('challenges', 'settingAudit')
}

interface ChallengeDialogProps {
  editor: Editor<AdminChallenge>
  /** Where a new one is put. */
  position: number
}

/** Adds a challenge or changes one. */
export const ChallengeDialog = ({ editor, position }: ChallengeDialogProps) => {
  const form = useChallengeForm({ editor, position })
  const { kind, requirement } = form.values
  return (
    <ResourceDialog
      wide
      {...{ editor, form }}
      title={
        editor.existing
          ? t({ id: 'admin.challenge.change', message: 'Edit challenge' })
          : t({ id: 'admin.challenge.add', message: 'Add challenge' })
      }
    >
      <ChoiceField
        form={form}
        name="kind"
        label={t({ id: 'admin.challenge.kind', message: 'Type' })}
        options={ChallengeKind.options.map((value) => ({ value, label: kindName(value) }))}
      />
      <ChoiceField
        form={form}
        name="period"
        label={t({ id: 'admin.challenge.period', message: 'Frequency' })}
        options={ChallengePeriod.options.map((value) => ({ value, label: periodName(value) }))}
      />
      <NumberField
        form={form}
        name="requirement"
        label={t({ id: 'admin.challenge.requirement', message: 'Target' })}
        // What people will read.
        hint={!Number.isNaN(requirement) && challengeTitle({ kind, requirement })}
      />
      <UnitsField
        form={form}
        name="tokenReward"
        label={t({ id: 'admin.challenge.reward', message: 'Reward (units)' })}
      />
      <PositionField form={form} />
      <SwitchField form={form} name="enabled" label={t({ id: 'admin.challenge.enabled', message: 'Enabled' })} />
    </ResourceDialog>
  )
}

const fresh: Omit<AdminChallenge, '_id' | 'claims' | 'cost'> = {
  kind: 'faucet',
  period: 'daily',
  requirement: 10,
  tokenReward: 50,
  enabled: true,
  position: 0,
}

const useChallengeForm = ({ editor, position }: ChallengeDialogProps) =>
  useResourceForm({
    existing: editor.existing,
    fresh: { ...fresh, position },
    body: contract.addChallenge.body,
    add: admin.calls.addChallenge,
    edit: admin.calls.editChallenge,
    onSaved: () => {
      challengesChanged()
      editor.close()
    },
  })
