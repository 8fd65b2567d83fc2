import { plural, t } from '@lingui/core/macro'
import { UNREAD_BEFORE_LOADING } from '@runnel/contract/constants'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { useMe } from '#features/user/user.ts'
import { CountBadge } from '#ui/Badge.tsx'
import { classes } from '#ui/classes.ts'
import { SkeletonText } from '#ui/state/Skeleton.tsx'

const NotificationList = lazy(() =>
  loadChunk(() => import('./NotificationList.tsx').then((file) => ({ default: file.NotificationList }))),
)

/** The bell: how much is new, and what. */
export const Notifications = () => {
  const notification = useMe()?.notification
  const unread = notification?.unread ?? UNREAD_BEFORE_LOADING
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon relative"
        popoverTarget="notifications"
        aria-label={notification ? bellText(unread) : t({ id: 'app.notifications', message: 'Notifications' })}
        title={t({ id: 'app.notifications', message: 'Notifications' })}
      >
        <IconBell aria-hidden="true" />
        {/* Nobody is told a number that nobody has counted yet. */}
        <span className={classes('absolute top-0 end-0', !notification && 'invisible')} aria-hidden="true">
          <CountBadge count={unread} label="" tone="bad" />
        </span>
      </button>
      <div
        id="notifications"
        popover="auto"
        className="menu top-menu top-menu-wide"
        role="dialog"
        aria-label={t({ id: 'app.notifications', message: 'Notifications' })}
        onToggle={(event) => setOpenedAt(event.newState === 'open' ? Date.now() : null)}
      >
        {openedAt !== null && (
          <Suspense fallback={<Waiting />}>
            <NotificationList notification={notification} now={openedAt} />
          </Suspense>
        )}
      </div>
    </>
  )
}

const bellText = (unread: number): string =>
  t({
    id: 'app.bell',
    message: plural(unread, {
      0: 'Notifications, no unread',
      one: 'Notifications, # unread',
      other: 'Notifications, # unread',
    }),
  })

const Waiting = () => (
  <div className="p-4">
    <SkeletonText lines={4} />
  </div>
)
