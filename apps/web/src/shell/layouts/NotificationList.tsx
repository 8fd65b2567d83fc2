import { t } from '@lingui/core/macro'
import { IconChecks } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { NotificationRow } from '#features/user/NotificationRow.tsx'
import { changeMe, user, type Me } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'

/** What is new, newest first; a chunk of its own, since it is only needed once the bell is pressed. */
export const NotificationList = ({
  notification,
  now,
}: {
  notification: Me['notification'] | undefined
  now: number
}) => {
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
          {t({
            id: 'app.notifications.none',
            message: 'No notifications yet. Payouts and account updates appear here.',
          })}
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
