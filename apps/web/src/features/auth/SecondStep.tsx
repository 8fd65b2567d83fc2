import { t } from '@lingui/core/macro'
import { auth as contract } from '@runnel/contract/account/auth'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '#api/send.ts'
import { useContractForm } from '#base/contract-form.ts'
import { CodeInput } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { auth, enter } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'

interface SecondStepProps {
  /** Stands for the half of the login that is done. */
  ticket: string
  redirect: string | undefined
  /** Begins the login anew. */
  onBack: () => void
}

/** The second half of a login: the code of the app, or a recovery code. */
export const SecondStep = ({ ticket, redirect, onBack }: SecondStepProps) => {
  const form = useContractForm({
    schema: contract.twoStep.body,
    rest: { ticket },
    initialValues: { code: '' },
    sentences: () => ({ code: t({ id: 'auth.code.missing', message: 'Enter the authentication code.' }) }),
  })
  const send = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const { token } = await auth.calls.twoStep({ body: { ticket, code }, headers: {} })
      await enter(token, redirect)
    },
    onError: form.refused,
  })
  return (
    <GuestCard
      title={t({ id: 'auth.secondStep', message: 'Two-factor authentication' })}
      lead={t({ id: 'auth.secondStep.lead', message: 'Enter your authentication code to finish signing in.' })}
      after={<BackToStart onBack={onBack} />}
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
        {isOver(send.error) && <Over />}
        <CodeInput focused {...form.getInputProps('code')} />
        <Button type="submit" variant="primary" size="large" wide busy={send.isPending}>
          {t({ id: 'auth.login.send', message: 'Sign in' })}
        </Button>
      </form>
    </GuestCard>
  )
}

/** The ticket has run out or was used; only a new login helps. */
const isOver = (error: unknown): boolean =>
  error instanceof CallError && error.failure?.errors === undefined && [400, 404, 409].includes(error.status)

const Over = () => (
  <Alert tone="warn" urgent title={t({ id: 'auth.secondStep.over', message: 'Sign-in timed out' })}>
    {t({
      id: 'auth.secondStep.over.text',
      message: 'For your security, you have a few minutes to enter the code. Please sign in again.',
    })}
  </Alert>
)

const BackToStart = ({ onBack }: { onBack: () => void }) => (
  <button type="button" className="link min-h-11" onClick={onBack}>
    {t({ id: 'auth.secondStep.back', message: 'Start over' })}
  </button>
)
