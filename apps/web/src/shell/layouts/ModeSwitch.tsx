import { t } from '@lingui/core/macro'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { setMode, useStore } from '#base/store.ts'
import { IconButton } from '#ui/IconButton.tsx'

export const ModeSwitch = ({ className }: { className?: string }) => {
  const dark = useStore((state) => state.UIMode === 'dark')
  return (
    <IconButton
      className={className}
      label={modeLabel(dark)}
      icon={dark ? <IconSun aria-hidden="true" /> : <IconMoon aria-hidden="true" />}
      onClick={() => setMode(dark ? 'light' : 'dark')}
    />
  )
}

/** What pressing it does. */
export const modeLabel = (dark: boolean): string =>
  dark
    ? t({ id: 'app.mode.light', message: 'Switch to light mode' })
    : t({ id: 'app.mode.dark', message: 'Switch to dark mode' })
