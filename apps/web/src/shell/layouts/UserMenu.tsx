import { t } from '@lingui/core/macro'
import { IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useRef } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { setMode, useStore } from '#base/store.ts'
import { leave } from '#features/auth/auth.ts'
import { useMe } from '#features/user/user.ts'
import { modeLabel } from './ModeSwitch.tsx'

/** Who is signed in, and the way out. */
export const UserMenu = () => {
  const stored = useStore((state) => state.user)
  const dark = useStore((state) => state.UIMode === 'dark')
  const me = useMe()
  const menu = useRef<HTMLDivElement>(null)
  const name = me?.user.username ?? stored?.username ?? ''
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        className="grid size-11 place-items-center"
        popoverTarget="user-menu"
        aria-label={t({ id: 'app.userMenu', message: `Account menu for ${name}` })}
      >
        <span className="drop drop-small uppercase">{name.slice(0, 1)}</span>
      </button>
      <div id="user-menu" ref={menu} popover="auto" className="menu top-menu">
        <div className="px-3 pt-2 pb-1">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-muted">{me?.user.email}</p>
        </div>
        <div className="menu-rule" />
        <PageLink to="/app/account" className="menu-item" onClick={close}>
          <IconUserCircle aria-hidden="true" />
          {t({ id: 'app.account', message: 'Account' })}
        </PageLink>
        <button type="button" className="menu-item sm:hidden" onClick={() => setMode(dark ? 'light' : 'dark')}>
          {dark ? <IconSun aria-hidden="true" /> : <IconMoon aria-hidden="true" />}
          {modeLabel(dark)}
        </button>
        <div className="menu-rule" />
        <button type="button" className="menu-item" onClick={() => void leave()}>
          <IconLogout aria-hidden="true" />
          {t({ id: 'app.signOut', message: 'Sign out' })}
        </button>
      </div>
    </>
  )
}
