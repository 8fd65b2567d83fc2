import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { leave } from '#features/auth/auth.ts'
import { fetchMe, useMeQuery, type Me } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { toastSuccess } from '#ui/overlay/toast.ts'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { useUntil } from '#ui/until.ts'
import { useLockedCase, type Case } from './account-case.ts'
import { Appeals } from './Appeals.tsx'

/** Tells a locked user why, since when and until when, and takes what they have to say to it. */
export const LockedPage = () => {
  const me = useMeQuery()
  const ownCase = useLockedCase()
  const lock = ownCase.data?.lock ?? lockOf(me.data)
  const isOpen = me.data?.user.lockedAt === null || ownCase.data?.lock === null
  const wasLocked = useRef(false)
  useEffect(() => {
    if (lock) wasLocked.current = true
    // The case may be known to be over before the profile is; what fails is tried again with the next answer.
    if (isOpen) void goOnIfReleased(wasLocked.current)
  }, [lock, isOpen, ownCase.dataUpdatedAt])
  const isFetching = me.isFetching || ownCase.isFetching
  const ask = () => void Promise.all([me.refetch(), ownCase.refetch()])
  return (
    <Card className="mx-auto mt-4 max-w-xl sm:p-8">
      <span className="drop tone-warn mb-4">
        <IconLock aria-hidden="true" />
      </span>
      <h1>{t({ id: 'locked.title', message: 'Your account is locked' })}</h1>
      <p className="mt-2 text-muted">
        <Trans id="locked.lead">
          You can’t claim or withdraw right now. Your balance stays unchanged. If you think this is a mistake, send an
          appeal below and we’ll review it.
        </Trans>
      </p>
      <div className="my-6 grid gap-6">
        {lock && <Facts lock={lock} />}
        <Loaded
          query={{ data: ownCase.data, error: ownCase.error, isFetching, refetch: ask }}
          loading={<SkeletonText lines={4} />}
        >
          {(found) => <Objecting ownCase={found} />}
        </Loaded>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button as={PageLink} to="/contact">
          {t({ id: 'locked.contact', message: 'Contact us' })}
        </Button>
        <Button busy={isFetching} onClick={ask}>
          {t({ id: 'locked.again', message: 'Check again' })}
        </Button>
        <Button variant="quiet" onClick={() => void leave()}>
          {t({ id: 'appeal.signOut', message: 'Sign out' })}
        </Button>
      </div>
    </Card>
  )
}

/** Leads to the dashboard, with a word to those who have waited here for it. */
const goOnIfReleased = async (hasWaited: boolean): Promise<void> => {
  const me = await fetchMe().catch(() => null)
  if (me?.user.lockedAt !== null || window.location.pathname !== to('/app/locked')) return
  history.replace(to('/app/dashboard'))
  if (hasWaited) toastSuccess(t({ id: 'locked.released', message: 'Welcome back. Your account is unlocked.' }))
}

type Lock = NonNullable<Case['lock']>

/** The profile says why too, and is there when the case is not. */
const lockOf = (me: Me | undefined): Lock | null => {
  if (!me?.user.lockedAt) return null
  const { lockedAt: since, lockedUntil: until, lockReason } = me.user
  const reason = lockReason ?? t({ id: 'locked.noReason', message: 'No reason was given. Please contact us.' })
  return { reason, since, until }
}

const Facts = ({ lock: { reason, since, until } }: { lock: Lock }) => (
  <KeyValue
    pairs={[
      { key: 'reason', label: t({ id: 'locked.reason', message: 'Reason' }), value: <bdi>{reason}</bdi> },
      { key: 'since', label: t({ id: 'locked.since', message: 'Since' }), value: formatDateTime(since) },
      {
        key: 'until',
        label: t({ id: 'locked.until', message: 'Until' }),
        value: until ? <Until iso={until} /> : t({ id: 'locked.noEnd', message: 'Until we’ve reviewed your account' }),
      },
    ]}
  />
)

const Until = ({ iso }: { iso: string }) => {
  const left = useUntil(iso)
  return `${formatDateTime(iso)} (${left})`
}

const Objecting = ({ ownCase: { appeals, canAppeal } }: { ownCase: Case }) => {
  if (appeals.length === 0 && !canAppeal) return null
  return (
    <section className="grid gap-3" aria-labelledby="appeal">
      <h2 id="appeal">{t({ id: 'appeal.title', message: 'Your appeal' })}</h2>
      <Appeals appeals={appeals} canAppeal={canAppeal} />
    </section>
  )
}
