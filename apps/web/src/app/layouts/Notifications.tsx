import { plural, t } from '@lingui/core/macro'
import { UNREAD_BEFORE_LOADING } from '@runnel/contract/constants'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { NotificationRow } from '#features/user/NotificationRow.tsx'
import { changeMe, user, useMe } from '#features/user/user.ts'
import type { Me } from '#features/user/user.ts'
import { CountBadge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { SkeletonText } from '#ui/Skeleton.tsx'

/** The bell: how much is new, and what. */
export function Notifications() {
  const notification = useMe()?.notification
  const unread = notification?.unread ?? UNREAD_BEFORE_LOADING
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon relative"
        popoverTarget="notifications"
        aria-label={bellWords(unread)}
        title={t({ id: 'app.notifications', message: 'Notifications' })}
      >
        <IconBell aria-hidden="true" />
        <span className="absolute -top-0.5 -right-0.5 leading-none" aria-hidden="true">
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
        {openedAt !== null && <NotificationList notification={notification} now={openedAt} />}
      </div>
    </>
  )
}

function bellWords(unread: number): string {
  return t({
    id: 'app.bell',
    message: plural(unread, {
      0: 'Notifications, none new',
      one: 'Notifications, # new',
      other: 'Notifications, # new',
    }),
  })
}

function NotificationList({ notification, now }: { notification: Me['notification'] | undefined; now: number }) {
  const read = useMutation({
    mutationFn: () => user.calls.readNotifications({ body: {} }),
    onSuccess: (answer) => changeMe((known) => ({ ...known, notification: answer })),
  })
  if (!notification) {
    return (
      <div className="p-4">
        <SkeletonText lines={4} />
      </div>
    )
  }
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 px-3">
        <h2 className="text-base">{t({ id: 'app.notifications', message: 'Notifications' })}</h2>
        {notification.unread > 0 && (
          <Button
            size="small"
            variant="quiet"
            busy={read.isPending}
            icon={<IconChecks aria-hidden="true" />}
            onClick={() => read.mutate()}
          >
            {t({ id: 'app.notifications.read', message: 'Mark all as read' })}
          </Button>
        )}
      </div>
      {notification.notifications.length === 0 && (
        <p className="px-3 pt-1 pb-4 text-muted">
          {t({ id: 'app.notifications.none', message: 'Nothing yet. Payouts and news about your account appear here.' })}
        </p>
      )}
      <ul className="grid gap-0.5">
        {notification.notifications.map((row) => (
          <NotificationRow key={row._id} notification={row} now={now} />
        ))}
      </ul>
    </>
  )
}
