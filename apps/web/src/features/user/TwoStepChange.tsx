import { t } from '@lingui/core/macro'
import { twoStep as contract } from '@runnel/contract/account/two-step'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { emptyProof, ProofFields, proofSentences, twoStep, type SignInWays } from '#features/step-up/step-up.ts'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'

interface TwoStepChangeProps {
  what: 'disable' | 'newCodes'
  asks: SignInWays['asks']
  onDone: (recoveryCodes: readonly string[] | null) => void
  onStop: () => void
}

/** Both weaken or replace what guards the account, so both want the whole proof in the same breath. */
export const TwoStepChange = ({ what, asks, onDone, onStop }: TwoStepChangeProps) => {
  const form = useContractForm<Record<string, string>>({
    schema: contract.disable.body,
    initialValues: emptyProof(asks),
    sentences: proofSentences,
  })
  const change = useMutation({
    mutationFn: async (body: Record<string, string>) => {
      if (what === 'newCodes') return (await twoStep.calls.newCodes({ body })).recoveryCodes
      await twoStep.calls.disable({ body })
      return null
    },
    onSuccess: onDone,
    onError: form.refused,
  })
  const isOff = what === 'disable'
  return (
    <FormDialog
      id={form.id}
      open
      onClose={onStop}
      title={
        isOff
          ? t({ id: 'twoStep.disable.title', message: 'Turn off two-factor authentication?' })
          : t({ id: 'twoStep.newCodes', message: 'Generate new recovery codes' })
      }
      submitLabel={
        isOff
          ? t({ id: 'twoStep.disable', message: 'Turn off' })
          : t({ id: 'twoStep.newCodes.send', message: 'Generate codes' })
      }
      danger={isOff}
      busy={change.isPending}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <p className="text-muted">
        {isOff
          ? t({ id: 'twoStep.disable.text', message: 'You’ll need only your password to sign in.' })
          : t({ id: 'twoStep.newCodes.text', message: 'Your old codes will stop working.' })}
      </p>
      <ProofFields asks={asks} inputProps={form.getInputProps} />
    </FormDialog>
  )
}
