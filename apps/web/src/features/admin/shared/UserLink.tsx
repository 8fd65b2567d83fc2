import { PageLink } from '#base/PageLink.tsx'
import { useStore } from '#base/store.ts'
import { classes } from '#ui/classes.ts'

interface UserLinkProps {
  user: { _id: string; username: string }
  className?: string
}

/** A username that leads to everything about its account. */
export const UserLink = ({ user: { _id, username }, className }: UserLinkProps) => (
  <PageLink to="/app/admin/users/{id}" params={{ id: _id }} className={classes('link break-all', className)}>
    {username}
  </PageLink>
)

/** The same where only the name is known, and where moderators look too, who may not open accounts. */
export const UserName = ({ username }: { username: string }) => {
  const isAdmin = useStore(({ user }) => user?.role === 'admin')
  if (!isAdmin) return <span className="break-all">{username}</span>
  return (
    <PageLink to="/app/admin/users" query={{ search: username }} className="link break-all">
      {username}
    </PageLink>
  )
}
