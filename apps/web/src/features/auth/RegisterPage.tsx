import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { auth as contract } from '@runnel/contract/account/auth'
import { PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '@runnel/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { PageLink } from '#base/PageLink.tsx'
import { useQueryText } from '#base/route.ts'
import { HumanCheck, TrapField, useHumanCheck } from '#features/captcha/captcha.tsx'
import { useSite } from '#features/home/home.ts'
import { OrProviders } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { NewPasswordInput } from '#ui/form/NewPasswordInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { AgeBox, ageSentence } from './AgeBox.tsx'
import { auth, enter } from './auth.ts'
import { GuestCard } from './GuestCard.tsx'
import { referrer } from './referrer.ts'

export const RegisterPage = () => {
  const { name, registrationOpen } = useSite()
  const { redirect } = useQueryText()
  return (
    <GuestCard
      title={t({ id: 'auth.register.title', message: 'Create your account' })}
      lead={
        registrationOpen &&
        t({
          id: 'auth.register.lead',
          message: `It’s free and takes less than a minute. ${name} never asks you to pay.`,
        })
      }
      after={
        <p>
          <Trans id="auth.register.known">
            Already have an account?{' '}
            <PageLink to="/login" query={{ redirect }} className="link inline-flex min-h-11 items-center">
              Sign in
            </PageLink>
          </Trans>
        </p>
      }
    >
      {registrationOpen ? <SignInOptions redirect={redirect} /> : <Closed />}
    </GuestCard>
  )
}

const Closed = () => (
  <Alert tone="warn" title={t({ id: 'auth.register.closed', message: 'Registration is closed' })}>
    {t({
      id: 'auth.register.closed.text',
      message: 'This site isn’t accepting new accounts right now. Please check back later.',
    })}
  </Alert>
)

const SignInOptions = ({ redirect }: { redirect: string | undefined }) => {
  const { r } = useQueryText()
  const [ref] = useState(() => referrer(r))
  return (
    <>
      <RegisterForm redirect={redirect} inviter={ref} />
      {/* Telegram tells no address, and no account is made without one. */}
      <OrProviders providers={['google']} redirect={redirect} inviter={ref} />
    </>
  )
}

interface Sent {
  username: string
  email: string
  password: string
  ageConfirmed: boolean
  website: string | undefined
}

interface RegisterFormProps {
  redirect: string | undefined
  inviter: string | undefined
}

/** Where the site asks for an age. */
const AgedRegistration = z.extend(contract.register.body, { ageConfirmed: z.literal(true) })

const RegisterForm = ({ redirect, inviter: ref }: RegisterFormProps) => {
  const check = useHumanCheck('register')
  const { minimumAge } = useSite()
  const form = useContractForm<Omit<Sent, 'website'>>({
    schema: minimumAge > 0 ? AgedRegistration : contract.register.body,
    rest: { captcha: { id: '-' } },
    initialValues: { username: '', email: '', password: '', ageConfirmed: false },
    sentences: registerSentences,
  })
  const register = useMutation({
    mutationFn: async (sent: Sent) => {
      const captcha = await check.take()
      if (!captcha) return
      const { token } = await auth.calls.register({ body: { ...sent, ref, captcha }, headers: {} })
      await enter(token, redirect)
    },
    onError: form.refused,
  })
  const { username, email, ageConfirmed } = form.values
  return (
    <form
      id={form.id}
      className="form"
      noValidate
      onSubmit={form.onSubmit((values, website) => register.mutate({ ...values, website }))}
    >
      {ref !== undefined && <InvitedBy name={ref} />}
      <TextInput
        label={t({ id: 'auth.username', message: 'Username' })}
        hint={t({
          id: 'auth.username.hint',
          message: `${USERNAME_MIN}–${USERNAME_MAX} characters: a–z, 0–9 and _. You can’t change it later.`,
        })}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        required
        {...form.getInputProps('username')}
      />
      <TextInput
        label={t({ id: 'auth.email', message: 'Email address' })}
        hint={t({ id: 'auth.email.hint', message: 'We use it to verify withdrawals and to reset your password.' })}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        {...form.getInputProps('email')}
      />
      <NewPasswordInput
        minimum={PASSWORD_MIN}
        label={t({ id: 'auth.password', message: 'Password' })}
        own={[username, email, email.split('@')[0] ?? '']}
        required
        {...form.getInputProps('password')}
      />
      <AgeBox
        checked={ageConfirmed}
        error={form.errors['ageConfirmed']}
        onChecked={(checked) => form.setFieldValue('ageConfirmed', checked)}
      />
      <TrapField />
      <HumanCheck check={check} />
      <Button type="submit" variant="primary" size="large" wide busy={register.isPending}>
        {t({ id: 'auth.register.send', message: 'Create account' })}
      </Button>
      <Agreement />
    </form>
  )
}

const registerSentences = () => ({
  username: t({
    id: 'auth.username.wrong',
    message: `Use ${USERNAME_MIN} to ${USERNAME_MAX} characters: a–z, 0–9 or _.`,
  }),
  email: t({ id: 'auth.email.wrong', message: 'Enter an email address, such as name@example.com.' }),
  password: t({ id: 'auth.password.wrong', message: 'Use 8 to 128 characters.' }),
  ageConfirmed: ageSentence(),
})

const InvitedBy = ({ name }: { name: string }) => (
  <p className="text-sm text-muted">
    <Trans id="auth.register.ref">
      Invited by <b>{name}</b>
    </Trans>
  </p>
)

const Agreement = () => (
  <p className="text-sm text-muted">
    <Trans id="auth.register.terms">
      By creating an account, you agree to the{' '}
      <PageLink to="/terms-of-service" className="link">
        terms of service
      </PageLink>{' '}
      and the{' '}
      <PageLink to="/privacy-policy" className="link">
        privacy policy
      </PageLink>
      .
    </Trans>
  </p>
)
