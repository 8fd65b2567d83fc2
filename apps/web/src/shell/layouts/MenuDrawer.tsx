import { t } from '@lingui/core/macro'
import { IconX } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useSite } from '#features/home/home.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Logo } from '#ui/Logo.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { MenuList } from './MenuList.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'

/** The whole menu on a phone, as the browser's own modal dialog. */
export const MenuDrawer = ({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) => {
  const site = useSite()
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={t({ id: 'menu.drawer', message: 'Menu' })}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="flex min-h-full flex-col gap-4 p-3 pb-6">
        <div className="flex items-center gap-1">
          <span className="me-auto ps-3">
            <Logo name={site.name} svg={site.logo} />
          </span>
          <LanguageSwitch />
          <ModeSwitch />
          <IconButton
            label={t({ id: 'menu.close', message: 'Close menu' })}
            icon={<IconX aria-hidden="true" />}
            onClick={() => dialog.current?.close()}
          />
        </div>
        <MenuList />
        <div className="mt-auto">
          <LevelMeter />
        </div>
      </div>
    </dialog>
  )
}
