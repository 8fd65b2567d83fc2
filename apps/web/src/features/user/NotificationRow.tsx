import { t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'
import { formatDateTime, formatRelative } from '#ui/format.ts'
import { notificationText } from './notification-text.ts'

export const NotificationRow = ({ notification, now }: { notification: Notification; now: number }) => {
  const { createdAt, read } = notification
  const { title, text } = notificationText(notification)
  return (
    <li className="grid grid-cols-[0.625rem_1fr] gap-x-2.5 rounded-m px-3 py-2">
      <span className={read ? undefined : 'mt-2 size-2 rounded-full bg-brand-vivid'}>
        {!read && <span className="visually-hidden">{t({ id: 'notification.new', message: 'New:' })}</span>}
      </span>
      <div className="min-w-0">
        <p className={read ? 'font-medium' : 'font-semibold'}>{title}</p>
        {text && <p className="text-sm text-muted">{text}</p>}
        <time className="text-xs text-muted" dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatRelative({ iso: createdAt, now })}
        </time>
      </div>
    </li>
  )
}
