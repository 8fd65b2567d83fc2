import { t } from '@lingui/core/macro'
import { twoStep as contract } from '@runnel/contract/account/two-step'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useContractForm } from '#base/contract-form.ts'
import { Loaded } from '#base/Loaded.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { providerNames } from './oidc.ts'
import { canUsePasskeys, passkey, proveByPasskey } from './passkey.ts'
import { emptyProof, ProofFields, proofSentences } from './ProofFields.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { refreshSignInMethods, twoStep, useSignInMethods, type SignInWays } from './two-step.ts'

interface StepUpDialogProps {
  onAnswer: (proved: boolean) => void
}

/** Asks who is at the screen before something that cannot be undone; what was asked for waits meanwhile. */
export const StepUpDialog = ({ onAnswer }: StepUpDialogProps) => {
  const query = useSignInMethods()
  const cancel = () => onAnswer(false)
  return (
    <Dialog open firm onClose={cancel} title={t({ id: 'stepUp.stepUp', message: 'Confirm it’s you' })}>
      <div className="grid gap-4">
        <p className="text-muted">
          {t({
            id: 'stepUp.stepUp.text',
            message: 'This is a sensitive action, so please confirm your identity. We won’t ask again for 10 minutes.',
          })}
        </p>
        <Loaded query={query} loading={<SkeletonText lines={3} />}>
          {(data) => <Proof ways={data} onProved={() => onAnswer(true)} onCancel={cancel} />}
        </Loaded>
        <ByPasskey onProved={() => onAnswer(true)} />
      </div>
    </Dialog>
  )
}

interface ProofProps {
  ways: SignInWays
  onProved: () => void
  onCancel: () => void
}

const Proof = ({ ways: { asks, provesBy }, onProved, onCancel }: ProofProps) => {
  if (asks.password || asks.code) return <ByHand asks={asks} onProved={onProved} onCancel={onCancel} />
  if (provesBy) return <ByProvider of={provesBy} onCancel={onCancel} />
  // Whoever has none of them has a passkey, which stands below.
  return <Button onClick={onCancel}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
}

const ByHand = ({ asks, onProved, onCancel }: Omit<ProofProps, 'ways'> & Pick<SignInWays, 'asks'>) => {
  const form = useContractForm<Record<string, string>>({
    schema: contract.stepUp.body,
    initialValues: emptyProof(asks),
    sentences: proofSentences,
  })
  const { id } = form
  useEffect(() => document.getElementById(id)?.querySelector('input')?.focus(), [id])
  const prove = useMutation({
    mutationFn: (body: Record<string, string>) => twoStep.calls.stepUp({ body }),
    onSuccess: () => {
      void refreshSignInMethods()
      onProved()
    },
    onError: form.refused,
  })
  return (
    <form id={id} className="form" noValidate onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <ProofFields asks={asks} inputProps={form.getInputProps} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
        <Button type="submit" variant="primary" busy={prove.isPending}>
          {t({ id: 'stepUp.stepUp.go', message: 'Confirm' })}
        </Button>
      </div>
    </form>
  )
}

/** For whoever has one: it stands for password and code together. */
const ByPasskey = ({ onProved }: Pick<ProofProps, 'onProved'>) => {
  const { data } = useQuery(passkey.query('list'))
  const prove = useMutation({
    mutationFn: proveByPasskey,
    onSuccess: (proved) => {
      if (!proved) return
      void refreshSignInMethods()
      onProved()
    },
  })
  if (!data || data.passkeys.length === 0 || !canUsePasskeys()) return null
  return (
    <Button wide busy={prove.isPending} onClick={() => prove.mutate()}>
      {t({ id: 'passkey.prove', message: 'Use a passkey' })}
    </Button>
  )
}

interface ByProviderProps extends Pick<ProofProps, 'onCancel'> {
  of: keyof typeof providerNames
}

/** Without a password only a provider knows them; whoever goes there has to ask again for what they wanted. */
const ByProvider = ({ of, onCancel }: ByProviderProps) => {
  const provider = providerNames[of]
  return (
    <>
      <p>
        {t({
          id: 'stepUp.stepUp.provider',
          message: `You sign in with ${provider}, so confirm with ${provider}. You’ll return here; then try again.`,
        })}
      </p>
      <ProviderButton provider={of} purpose="prove" redirect={`${window.location.pathname}${window.location.search}`}>
        {t({ id: 'stepUp.stepUp.provider.go', message: `Confirm with ${provider}` })}
      </ProviderButton>
      <Button onClick={onCancel}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
    </>
  )
}
