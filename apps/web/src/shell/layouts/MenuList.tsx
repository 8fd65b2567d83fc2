import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { IconChevronDown, IconHome2 } from '@tabler/icons-react'
import { useId } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { addMenu, removeMenu, useStore } from '#base/store.ts'
import { menuOf, type MenuGroup, type MenuPage } from '#shell/menu.ts'
import { useIsStaffPage } from '#shell/staff-page.ts'
import { GroupBadge, MenuBadge, StaffBadge } from './MenuBadge.tsx'

/**
 * All pages that the user may open, with groups that follow the page that is shown. In the admin area the pages of
 * members are one link.
 */
export const MenuList = () => {
  const user = useStore((state) => state.user)
  const isStaffPage = useIsStaffPage()
  const entries = menuOf(user)
  const ofStaff = entries.filter(({ staff }) => staff)
  const headId = useId()
  return (
    <nav aria-label={t({ id: 'menu.main', message: 'Main menu' })}>
      <ul className="grid gap-1">
        {isStaffPage ? (
          <li>
            <PageLink to="/app/dashboard" className="menu-item">
              <IconHome2 aria-hidden="true" />
              {t({ id: 'menu.members', message: 'Member area' })}
            </PageLink>
          </li>
        ) : (
          <Entries entries={entries.filter(({ staff }) => !staff)} />
        )}
      </ul>
      {ofStaff.length > 0 && (
        <>
          <p id={headId} className="mt-4 px-3 text-sm font-semibold text-muted">
            {t({ id: 'menu.admin', message: 'Administration' })}
          </p>
          <ul className="mt-1 grid gap-1" aria-labelledby={headId}>
            <Entries entries={ofStaff} />
          </ul>
        </>
      )}
    </nav>
  )
}

const Entries = ({ entries }: { entries: readonly (MenuPage | MenuGroup)[] }) =>
  entries.map((entry) => (
    <li key={'pages' in entry ? entry.id : entry.path}>
      {'pages' in entry ? <Group group={entry} /> : <Entry entry={entry} />}
    </li>
  ))

const Entry = ({ entry: { path, title, icon: Icon, count, waits } }: { entry: MenuPage }) => (
  <PageLink to={path} className="menu-item">
    {Icon && <Icon aria-hidden="true" />}
    <span className="me-auto">{i18n._(title)}</span>
    {count && <MenuBadge count={count} />}
    <StaffBadge waits={waits} />
  </PageLink>
)

const Group = ({ group: { id, title, icon: Icon, pages } }: { group: MenuGroup }) => {
  const open = useStore((state) => state.openMenu.includes(id))
  const listId = useId()
  return (
    <>
      <button
        type="button"
        className="menu-item"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => (open ? removeMenu(id) : addMenu(id))}
      >
        <Icon aria-hidden="true" />
        <span>{i18n._(title)}</span>
        {!open && <GroupBadge counts={pages.flatMap(({ count }) => count ?? [])} />}
        {!open && <StaffBadge waits={pages.flatMap(({ waits }) => waits)} />}
        <IconChevronDown className="nav-chevron" aria-hidden="true" />
      </button>
      <ul id={listId} hidden={!open} className="nav-group">
        {pages.map((entry) => (
          <li key={entry.path}>
            {/* One that has an icon for the bar of a phone looks like its neighbours here. */}
            <Entry entry={{ ...entry, icon: null }} />
          </li>
        ))}
      </ul>
    </>
  )
}
