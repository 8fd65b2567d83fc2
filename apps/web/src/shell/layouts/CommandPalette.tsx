import { t } from '@lingui/core/macro'
import { useCombobox } from 'downshift'
import { useState } from 'react'
import { history } from '#base/history.ts'
import { useTargets, type Target } from '#features/admin/palette/find.ts'
import { useSettled } from '#ui/form/use-settled.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  /** The pages that this person may open. */
  pages: readonly Target[]
}

/** Leads to any page, user, setting or withdrawal by a few letters of its name. */
export const CommandPalette = ({ open, onClose, pages }: CommandPaletteProps) => (
  <Dialog open={open} onClose={onClose} title={t({ id: 'admin.palette.title', message: 'Go to' })} wide>
    <Finder pages={pages} onClose={onClose} />
  </Dialog>
)

const typedMs = 150

const Finder = ({ pages, onClose }: Pick<CommandPaletteProps, 'pages' | 'onClose'>) => {
  const [query, setQuery] = useState('')
  const targets = useTargets({ query: useSettled(query, query === '' ? 0 : typedMs), pages })
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<Target>({
    items: targets,
    isOpen: true,
    defaultHighlightedIndex: 0,
    inputValue: query,
    selectedItem: null,
    itemToString: (target) => target?.label ?? '',
    itemToKey: (target) => target?.href,
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return
      onClose()
      history.push(selectedItem.href)
    },
  })
  const label = t({ id: 'admin.palette.find', message: 'Search pages, users, settings and withdrawals' })
  return (
    <>
      <input
        {...getInputProps({
          'aria-label': label,
          placeholder: label,
          autoFocus: true,
          onChange: (event) => setQuery(event.currentTarget.value),
          // The first press closes the palette, as of any dialog; the list is never closed by itself.
          onKeyDown: (event) => {
            if (event.key === 'Escape') onClose()
          },
        })}
        type="search"
        className="input"
      />
      <ul {...getMenuProps({ 'aria-label': label })} className="mt-2 grid gap-1">
        {targets.map((target, index) => (
          <li
            key={target.href}
            {...getItemProps({ item: target, index })}
            data-active={highlightedIndex === index}
            className="menu-item"
          >
            <span className="min-w-0 grow wrap-anywhere">{target.label}</span>
            <span className="text-sm text-muted">{target.kind}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted">
        {targets.length === 0 && t({ id: 'ui.select.none', message: 'No results' })}
      </p>
    </>
  )
}
