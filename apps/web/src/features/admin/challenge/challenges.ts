import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminChallenge, ChallengeKind, ChallengePeriod } from '@runnel/contract/earn/challenge'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fieldErrors } from '#api/failure.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { issueText } from '#features/admin/shared/issue-messages.ts'
import { challengeTitle } from '#features/challenge/challenge.ts'
import { confirm } from '#ui/overlay/confirm.ts'

export type { AdminChallenge }

export const useAdminChallenges = () => useQuery({ ...admin.query('challenges'), refetchOnWindowFocus: true })

export const challengesChanged = (): void => {
  void invalidateAdmin('challenges', 'settingAudit')
}

/** A challenge as its form holds it: numbers are text while somebody types them. */
export interface ChallengeDraft {
  kind: ChallengeKind
  period: ChallengePeriod
  requirement: string
  tokenReward: string
  position: string
  enabled: boolean
}

const draftOf = (known: AdminChallenge): ChallengeDraft => {
  const { kind, period, enabled } = known
  return {
    kind,
    period,
    enabled,
    requirement: String(known.requirement),
    tokenReward: String(known.tokenReward),
    position: String(known.position),
  }
}

export const fieldsOf = ({ kind, period, requirement, tokenReward, position, enabled }: ChallengeDraft) => ({
  kind,
  period,
  enabled,
  requirement: wholeNumber(requirement),
  tokenReward: wholeNumber(tokenReward),
  position: wholeNumber(position),
})

interface ChallengeFormOptions {
  /** The one that is edited; a new one without. */
  existing: AdminChallenge | undefined
  position: number
  onDone: () => void
}

export const useChallengeForm = ({ existing, position, onDone }: ChallengeFormOptions) => {
  const fresh = { kind: 'faucet', period: 'daily', requirement: '10', tokenReward: '50', enabled: true } as const
  const form = useForm<ChallengeDraft>({
    initialValues: existing ? draftOf(existing) : { ...fresh, position: String(position) },
    validate: (draft) => {
      const parsed = z.safeParse(contract.addChallenge.body, fieldsOf(draft))
      if (parsed.success) return {}
      return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issueText(issue)]))
    },
  })
  const save = useMutation({
    mutationFn: async (draft: ChallengeDraft) => {
      const body = fieldsOf(draft)
      return existing
        ? admin.calls.editChallenge({ params: { id: existing._id }, body })
        : admin.calls.addChallenge({ body })
    },
    onSuccess: () => {
      challengesChanged()
      onDone()
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  return { form, save, submit: form.onSubmit((draft) => save.mutate(draft)) }
}

export type ChallengeForm = ReturnType<typeof useChallengeForm>['form']

/** Takes a challenge away once that was confirmed. */
export const useChallengeRemoval = () => {
  const remove = useMutation({
    mutationFn: (id: string) => admin.calls.removeChallenge({ params: { id } }),
    onSettled: challengesChanged,
  })
  const ask = async (challenge: AdminChallenge) => {
    const title = challengeTitle(challenge)
    const isSure = await confirm({
      title: t({ id: 'admin.challenge.remove.ask', message: `Delete “${title}”?` }),
      text: t({
        id: 'admin.challenge.remove.text',
        message: 'A challenge that users have already claimed is disabled instead and stays in the list.',
      }),
      confirmLabel: t({ id: 'admin.challenge.remove', message: 'Delete' }),
      danger: true,
    })
    if (isSure) remove.mutate(challenge._id)
  }
  return { ask, busyId: remove.isPending ? remove.variables : undefined }
}
