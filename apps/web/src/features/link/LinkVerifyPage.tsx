import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isWorthRepeating, messageOf } from '#api/failure.ts'
import { PageLink } from '#base/PageLink.tsx'
import { usePathParams } from '#base/route.ts'
import { useMe } from '#features/user/user.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Spinner } from '#ui/state/Spinner.tsx'
import { refusalTitle } from './labels.ts'
import { linkList } from './link.ts'
import { NextLink } from './NextLink.tsx'
import { nextLink } from './sort.ts'
import { refusalOf, useVerify } from './use-verify.ts'
import { VisitResult } from './VisitResult.tsx'

/** Where the last button of a shortlink leads: the visit ends here, and is paid. */
export const LinkVerifyPage = () => {
  const { secret = '' } = usePathParams()
  return (
    <>
      <PageHeader title={t({ id: 'page.link.verify', message: 'Verify' })} />
      <Card>
        <Visit key={secret} secret={secret} />
      </Card>
    </>
  )
}

const Visit = ({ secret }: { secret: string }) => {
  const { step, ended, error, send } = useVerify({ secret, userId: useMe()?.user._id })
  if (ended) return <VisitResult ended={ended} />
  switch (step) {
    case 'unknown':
      return <Unknown onSend={send} />
    case 'unsent':
      return (
        <Problem title={t({ id: 'link.unsent', message: 'Couldn’t verify your visit' })} text={messageOf(error)}>
          <Button variant="primary" onClick={send}>
            {t({ id: 'link.again', message: 'Try again' })}
          </Button>
        </Problem>
      )
    case 'refused':
      return <Refused error={error} onSend={send} />
    default:
      return <VerifyingNotice />
  }
}

const VerifyingNotice = () => (
  <div className="grid justify-items-center gap-3 p-5 text-center" role="status">
    <span className="text-2xl text-brand-text">
      <Spinner silent />
    </span>
    <p className="font-display text-xl font-bold">{t({ id: 'link.looking', message: 'Welcome back' })}</p>
    <p className="text-muted">
      {t({
        id: 'link.looking.text',
        message: 'Verifying your visit. This takes a moment. Please stay on this page.',
      })}
    </p>
  </div>
)

/** A tab that did not open the visit cannot show that it belongs here. */
const Unknown = ({ onSend }: { onSend: () => void }) => (
  <Problem
    title={t({ id: 'link.unknown', message: 'Visit started in another tab' })}
    text={t({
      id: 'link.unknown.text',
      message: 'To get paid right away, paste this URL into your first tab. If you submit it here, we review it first.',
    })}
  >
    <Button variant="primary" onClick={onSend}>
      {t({ id: 'link.unknown.send', message: 'Submit from this tab' })}
    </Button>
  </Problem>
)

const Refused = ({ error, onSend }: { error: unknown; onSend: () => void }) => {
  const code = refusalOf(error)
  const { data } = useQuery(linkList)
  const next = data && nextLink(data)
  return (
    <Problem title={refusalTitle(code)} text={messageOf(error)}>
      {code === 'other' && isWorthRepeating(error) && (
        <Button variant="primary" onClick={onSend}>
          {t({ id: 'link.again', message: 'Try again' })}
        </Button>
      )}
      {code !== 'other' && next && <NextLink next={next} />}
    </Problem>
  )
}

const Problem = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div role="alert">
    <EmptyState
      heading="h2"
      title={title}
      actions={
        <>
          {children}
          <PageLink to="/app/link" className={buttonClass()}>
            {t({ id: 'link.all', message: 'All shortlinks' })}
          </PageLink>
        </>
      }
    >
      {text}
    </EmptyState>
  </div>
)
