import { plural, t } from '@lingui/core/macro'
import { lazy, Suspense, type ComponentProps } from 'react'
import { useMe } from '#features/user/user.ts'
import type { MenuCount } from '#shell/page.ts'
import { CountBadge } from '#ui/Badge.tsx'

/** How much waits at a page, beside its name in the menu. */
export const MenuBadge = ({ count }: { count: MenuCount }) => {
  const waiting = useMe()?.[count] ?? 0
  return <CountBadge count={waiting} label={badgeText[count](waiting)} tone="money" />
}

// Only the staff has something waiting, so nobody else loads what counts it.
const WaitingBadge = lazy(() =>
  import('#features/admin/overview/WaitingBadge.tsx').then((module) => ({ default: module.WaitingBadge })),
)

/** How much waits there for a person of the site. */
export const StaffBadge = ({ waits }: ComponentProps<typeof WaitingBadge>) => {
  if (waits.length === 0) return null
  return (
    <Suspense fallback={null}>
      <WaitingBadge waits={waits} />
    </Suspense>
  )
}

/** How much waits in all in a group that is closed. */
export const GroupBadge = ({ counts }: { counts: readonly MenuCount[] }) => {
  const me = useMe()
  const waiting = counts.reduce((sum, count) => sum + (me?.[count] ?? 0), 0)
  const label = t({ id: 'menu.waiting', message: plural(waiting, { one: '# item pending', other: '# items pending' }) })
  return <CountBadge count={waiting} label={label} tone="money" />
}

const badgeText: Record<MenuCount, (waiting: number) => string> = {
  ptcCount: (waiting) =>
    t({ id: 'menu.ptc.unclaimed', message: plural(waiting, { one: '# ad to view', other: '# ads to view' }) }),
  linkCount: (waiting) =>
    t({ id: 'menu.link.left', message: plural(waiting, { one: '# visit left', other: '# visits left' }) }),
  taskCount: (waiting) =>
    t({ id: 'menu.task.open', message: plural(waiting, { one: '# task to do', other: '# tasks to do' }) }),
}
