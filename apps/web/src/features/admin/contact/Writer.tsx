import { t } from '@lingui/core/macro'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Badge } from '#ui/Badge.tsx'
import type { ContactMessage } from './contacts.ts'

/** Who wrote: the account where there is one, and where the answer goes. */
export const Writer = ({ message: { user, email } }: { message: ContactMessage }) => (
  <span className="grid min-w-0 justify-items-start gap-1 max-md:justify-items-end">
    {user && (
      <span className="flex flex-wrap items-center gap-2">
        <UserLink user={user} />
        {user.locked && <Badge tone="bad">{t({ id: 'admin.contact.locked', message: 'locked' })}</Badge>}
      </span>
    )}
    <span className="text-sm break-all text-muted">{email}</span>
    {!user && <span className="text-sm text-muted">{t({ id: 'admin.contact.guest', message: 'guest' })}</span>}
  </span>
)
