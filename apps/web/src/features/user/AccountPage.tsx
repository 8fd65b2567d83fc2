import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded, QueryError } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { CaseCard } from '#features/appeal/appeal.ts'
import { useSignInMethods } from '#features/step-up/step-up.ts'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { MailsCard } from './emails/MailsCard.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PreferencesCard } from './PreferencesCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { StatementCard } from './StatementCard.tsx'
import { TwoStepCard } from './TwoStepCard.tsx'
import { useMeQuery } from './user.ts'

const PushCard = lazy(() => loadChunk(() => import('./PushCard.tsx').then((file) => ({ default: file.PushCard }))))
const SignInMethodsCard = lazy(() =>
  loadChunk(() => import('./SignInMethodsCard.tsx').then((file) => ({ default: file.SignInMethodsCard }))),
)

export const AccountPage = () => {
  const query = useMeQuery()
  const { data } = query
  return (
    <>
      <PageHeader
        title={t({ id: 'account.title', message: 'Account' })}
        lead={t({
          id: 'account.lead',
          message: 'Your profile, sign-in and security, and your full transaction history.',
        })}
      />
      {!data && <QueryError query={query} />}
      <TwoStepRequired />
      <div className="grid gap-5 lg:grid-cols-2">
        {data ? <ProfileCard user={data.user} /> : <Skeleton height={80} className="rounded-l" />}
        {data ? <PreferencesCard user={data.user} /> : <Skeleton height={80} className="rounded-l" />}
        <CaseCard />
        <PasswordCard />
        <SessionsCard />
        <ApiKeysCard />
        <SignInCards />
        {data ? <MailsCard user={data.user} /> : <Skeleton height={44} className="rounded-l lg:col-span-2" />}
        <Suspense fallback={<Skeleton height={44} className="rounded-l lg:col-span-2" />}>
          <PushCard />
        </Suspense>
        <div className="lg:col-span-2">
          <StatementCard />
        </div>
        {data && <OwnDataCard user={data.user} />}
      </div>
    </>
  )
}

/** Where programs get their access. */
const ApiKeysCard = () => (
  <Card
    title={t({ id: 'page.apiKeys', message: 'API keys' })}
    note={t({
      id: 'account.apiKeys.note',
      message: 'Let your own programs read this account or run your ads and tasks.',
    })}
  >
    <p className="flex flex-wrap gap-x-4 gap-y-2">
      <PageLink to="/app/account/api-keys" className="link">
        {t({ id: 'account.apiKeys.manage', message: 'Manage API keys' })}
      </PageLink>
      <PageLink to="/app/account/webhooks" className="link">
        {t({ id: 'account.webhooks.manage', message: 'Manage webhooks' })}
      </PageLink>
    </p>
  </Card>
)

/** The ways in beside the password. */
const SignInCards = () => {
  const query = useSignInMethods()
  const { data } = query
  if (!data) return <Loaded query={query} loading={<Skeleton height={44} className="rounded-l" />} />
  return (
    <>
      <Suspense fallback={<Skeleton height={44} className="rounded-l" />}>
        <SignInMethodsCard ways={data} />
      </Suspense>
      <TwoStepCard ways={data} />
      <ProviderCard of="google" ways={data} />
      <ProviderCard of="telegram" ways={data} />
    </>
  )
}

/** Whoever runs the site is sent here by any page of theirs until the second step is on. */
const TwoStepRequired = () => {
  const { data } = useSignInMethods()
  if (!data?.required || data.enabled) return null
  return (
    <Alert
      className="mb-4"
      tone="warn"
      title={t({ id: 'twoStep.required', message: 'This site requires two-factor authentication' })}
      actions={
        <PageLink to="/app/account" hash="two-step" className="link">
          {t({ id: 'twoStep.start', message: 'Set up two-factor authentication' })}
        </PageLink>
      }
    >
      {t({
        id: 'twoStep.required.text',
        message: 'Admins and moderators must turn it on to open the admin area.',
      })}
    </Alert>
  )
}
