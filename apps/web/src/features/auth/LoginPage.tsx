import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { auth as contract } from '@runnel/contract/account/auth'
import type { LoginAnswer } from '@runnel/contract/account/sign-in'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { useContractForm } from '#base/contract-form.ts'
import { PageLink } from '#base/PageLink.tsx'
import { useQueryText } from '#base/route.ts'
import { HumanCheck, TrapField, useHumanCheck } from '#features/captcha/captcha.tsx'
import { useSite } from '#features/home/home.ts'
import { OrProviders } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { auth, enter } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'
import { SecondStep } from './SecondStep.tsx'

interface Sent {
  login: string
  password: string
  website: string | undefined
}

export const LoginPage = () => {
  const { redirect } = useQueryText()
  const [ticket, setTicket] = useState<string | null>(null)
  if (ticket !== null) return <SecondStep ticket={ticket} redirect={redirect} onBack={() => setTicket(null)} />
  return (
    <GuestCard title={t({ id: 'auth.login.title', message: 'Welcome back' })} after={<Elsewhere redirect={redirect} />}>
      <LoginForm redirect={redirect} onTicket={setTicket} />
      <OrProviders providers={['google', 'telegram']} redirect={redirect} />
      <PasskeyButton redirect={redirect} />
    </GuestCard>
  )
}

interface LoginFormProps {
  redirect: string | undefined
  /** The account asks for a code as well. */
  onTicket: (ticket: string) => void
}

const LoginForm = ({ redirect, onTicket }: LoginFormProps) => {
  const check = useHumanCheck('login')
  const form = useContractForm({
    schema: contract.login.body,
    rest: { captcha: { id: '-' } },
    initialValues: { login: '', password: '' },
    sentences: () => ({
      login: t({ id: 'auth.login.missing', message: 'Enter your username or email address.' }),
      password: t({ id: 'auth.password.missing', message: 'Enter your password.' }),
    }),
  })
  const login = useMutation({
    mutationFn: async (sent: Sent) => {
      const captcha = await check.take()
      if (!captcha) return
      const answer: LoginAnswer = await auth.calls.login({ body: { ...sent, captcha }, headers: {} })
      if ('ticket' in answer) onTicket(answer.ticket)
      else await enter(answer.token, redirect)
    },
    onError: form.refused,
  })
  return (
    <form
      id={form.id}
      className="form"
      noValidate
      onSubmit={form.onSubmit((values, website) => login.mutate({ ...values, website }))}
    >
      <TextInput
        label={t({ id: 'auth.login', message: 'Username or email' })}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('login')}
      />
      <PasswordInput
        label={t({ id: 'auth.password', message: 'Password' })}
        required
        {...form.getInputProps('password')}
      />
      <TrapField />
      <HumanCheck check={check} />
      <Button type="submit" variant="primary" size="large" wide busy={login.isPending}>
        {t({ id: 'auth.login.send', message: 'Sign in' })}
      </Button>
    </form>
  )
}

const Elsewhere = ({ redirect }: { redirect: string | undefined }) => {
  const { registrationOpen } = useSite()
  return (
    <>
      <PageLink to="/forgot-password" className="link flex min-h-11 items-center">
        {t({ id: 'auth.login.forgot', message: 'Forgot your password?' })}
      </PageLink>
      {registrationOpen && (
        <p>
          <Trans id="auth.login.new">
            New here?{' '}
            <PageLink to="/register" query={{ redirect }} className="link inline-flex min-h-11 items-center">
              Create an account
            </PageLink>
          </Trans>
        </p>
      )}
    </>
  )
}

/** Signing in by what the device keeps; its script comes with the click. */
const PasskeyButton = ({ redirect }: { redirect: string | undefined }) => {
  const login = useMutation({
    mutationFn: async () => {
      const { signInByPasskey } = await loadChunk(() => import('#features/step-up/step-up.ts'))
      const token = await signInByPasskey()
      if (token !== null) await enter(token, redirect)
    },
  })
  // The first drawing is made where there is no window, and shows what nearly every browser will.
  if (typeof window !== 'undefined' && !('PublicKeyCredential' in window)) return null
  return (
    <Button
      icon={<IconKey aria-hidden="true" />}
      wide
      className="mt-3"
      busy={login.isPending}
      onClick={() => login.mutate()}
    >
      {t({ id: 'passkey.signIn', message: 'Sign in with a passkey' })}
    </Button>
  )
}
