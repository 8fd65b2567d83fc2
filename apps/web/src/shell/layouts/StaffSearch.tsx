import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { to } from '#base/paths.ts'
import { useStore } from '#base/store.ts'
import { MaintenanceStrip } from '#features/admin/overview/MaintenanceStrip.tsx'
import { menuOf } from '#shell/menu.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CommandPalette } from './CommandPalette.tsx'

/** In one file with the search, so that the pages of members know of one file less. */
export const StaffStrip = () => <MaintenanceStrip />

/** Opens the command palette, by press or by Ctrl-K (⌘K). Only the staff loads it. */
export const StaffSearch = () => {
  const [open, setOpen] = useState(false)
  const user = useStore((state) => state.user)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((isOpen) => !isOpen)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const pages = menuOf(user)
    .flatMap((entry) => ('pages' in entry ? entry.pages : [entry]))
    .toSorted((one, other) => Number(other.staff) - Number(one.staff))
    .map(({ path, title }) => ({
      href: to(path),
      label: i18n._(title),
      kind: t({ id: 'admin.palette.page', message: 'Page' }),
    }))
  return (
    <>
      <IconButton
        label={t({ id: 'admin.palette.open', message: 'Search (Ctrl+K)' })}
        aria-haspopup="dialog"
        icon={<IconSearch aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <CommandPalette open={open} onClose={() => setOpen(false)} pages={pages} />
    </>
  )
}
