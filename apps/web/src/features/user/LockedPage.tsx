import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { history } from '#app/history.ts'
import { PageLink } from '#app/PageLink.tsx'
import { to } from '#app/paths.ts'
import { leave } from '#features/auth/auth.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { formatDateTime } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { SkeletonText } from '#ui/Skeleton.tsx'
import { useMeQuery } from './user.ts'
import type { Me } from './user.ts'

/** Tells a locked user why, since when and until when, and where to object. */
export function LockedPage() {
  const { data, isError, error, refetch, isFetching } = useMeQuery()
  const open = data !== undefined && data.user.lockedAt === null
  useEffect(() => {
    if (open) history.replace(to('/app/dashboard'))
  }, [open])
  return (
    <Card className="mx-auto mt-4 max-w-xl sm:p-8">
      <span className="drop tone-warn mb-4">
        <IconLock aria-hidden="true" />
      </span>
      <h1>{t({ id: 'locked.title', message: 'Your account is locked' })}</h1>
      <p className="mt-2 text-muted">
        <Trans id="locked.lead">
          You cannot claim or withdraw for now. Your balance stays as it is. If you think that this is a mistake, write
          to us: a person will look at it.
        </Trans>
      </p>
      <div className="my-6">
        {data && <Facts user={data.user} />}
        {!data && !isError && <SkeletonText lines={3} />}
        {isError && !data && (
          <ErrorState onRetry={() => void refetch()} busy={isFetching}>
            {sentenceOf(error)}
          </ErrorState>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button as={PageLink} to="/contact" variant="primary">
          {t({ id: 'locked.contact', message: 'Write to us' })}
        </Button>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t({ id: 'locked.again', message: 'Check again' })}
        </Button>
        <Button variant="quiet" onClick={() => void leave()}>
          {t({ id: 'app.signOut', message: 'Sign out' })}
        </Button>
      </div>
    </Card>
  )
}

function Facts({ user: { lockReason, lockedAt, lockedUntil } }: { user: Me['user'] }) {
  const reason = lockReason ?? t({ id: 'locked.noReason', message: 'No reason was noted. Please write to us.' })
  const until = lockedUntil
    ? formatDateTime(lockedUntil)
    : t({ id: 'locked.noEnd', message: 'Until a person has looked at it' })
  return (
    <KeyValue
      pairs={[
        { key: 'reason', label: t({ id: 'locked.reason', message: 'Why' }), value: reason },
        {
          key: 'since',
          label: t({ id: 'locked.since', message: 'Since' }),
          value: lockedAt ? formatDateTime(lockedAt) : '–',
        },
        { key: 'until', label: t({ id: 'locked.until', message: 'Until' }), value: until },
      ]}
    />
  )
}
