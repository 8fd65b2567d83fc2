import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { IconMenu2 } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { useStore } from '#base/store.ts'
import { menuOf } from '#shell/menu.ts'
import { MenuBadge } from './MenuBadge.tsx'

/** The menu of a phone: what one needs every day within the thumb's reach, and a way to the rest. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const user = useStore((state) => state.user)
  const daily = menuOf(user)
    .flatMap((entry) => ('pages' in entry ? entry.pages : [entry]))
    .filter(({ bar }) => bar)
  return (
    <nav className="bottom-bar" aria-label={t({ id: 'menu.daily', message: 'Main pages' })}>
      {daily.map(({ path, title, icon: Icon, count }) => (
        <PageLink key={path} to={path} className="bottom-item relative">
          {Icon && <Icon aria-hidden="true" />}
          <span>{i18n._(title)}</span>
          {count && (
            <span className="absolute top-0 left-1/2 ml-2">
              <MenuBadge count={count} />
            </span>
          )}
        </PageLink>
      ))}
      <button type="button" className="bottom-item" aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 aria-hidden="true" />
        <span>{t({ id: 'menu.more', message: 'More' })}</span>
      </button>
    </nav>
  )
}
