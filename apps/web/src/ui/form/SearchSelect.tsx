import { t } from '@lingui/core/macro'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { useState } from 'react'
import { classes } from '#ui/classes.ts'
import type { FieldControl } from './Field.tsx'
import type { Option } from './option.ts'
import type { SelectProps } from './Select.tsx'
import '#web/styles/select.css'

interface SearchSelectProps {
  select: SelectProps
  control: FieldControl
}

/** The popup of Select: an editable combobox. It comes in a chunk of its own. */
export const SearchSelect = ({ select, control }: SearchSelectProps) => {
  const { placeholder, disabled, onBlur } = select
  const { combobox, shown, chosen, values, type, choose, removeLast, above } = useChoices({ select, control })
  const nothing = combobox.isOpen && shown.length === 0
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = control
  return (
    <div className="select" data-above={above}>
      {select.multiple && <Chosen chosen={chosen} onRemove={choose} />}
      <div className="input-shell">
        <input
          {...combobox.getInputProps({
            onChange: (event) => type(event.currentTarget.value),
            onKeyDown: (event) => removeLast(event.key),
            onClick: (event) => event.currentTarget.select(),
            onBlur,
            disabled,
          })}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className="input input-with-trail"
          placeholder={placeholder}
        />
        <button
          type="button"
          {...combobox.getToggleButtonProps({ disabled })}
          aria-label={t({ id: 'ui.select.open', message: 'Show options' })}
          className="select-toggle"
        >
          <IconChevronDown aria-hidden="true" />
        </button>
      </div>
      <ul {...combobox.getMenuProps({ hidden: !combobox.isOpen || shown.length === 0 })} className="select-menu">
        {combobox.isOpen &&
          shown.map((option, index) => (
            <li
              key={option.value}
              {...combobox.getItemProps({ item: option, index })}
              aria-selected={values.includes(option.value)}
              data-active={combobox.highlightedIndex === index}
              className="menu-item"
            >
              <span className="grow">{option.label}</span>
              {values.includes(option.value) && <IconCheck aria-hidden="true" />}
            </li>
          ))}
      </ul>
      <p className={classes('select-none', !nothing && 'visually-hidden')} role="status">
        {nothing && t({ id: 'ui.select.none', message: 'No results' })}
      </p>
      {select.name && values.map((value) => <input key={value} type="hidden" name={select.name} value={value} />)}
    </div>
  )
}

/** What is chosen, what of the rest matches the words typed so far, and the keys that move between them. */
const useChoices = ({ select, control }: SearchSelectProps) => {
  const { options } = select
  const values = valuesOf(select)
  const chosen = options.filter((option) => values.includes(option.value))
  const [query, setQuery] = useState<string | null>(null)
  const [above, setAbove] = useState(false)
  const shown = matching({ options, query })
  const choose = (option: Option) => {
    setQuery(null)
    if (!select.multiple) return select.onChange(option.value)
    const had = select.value.includes(option.value)
    select.onChange(had ? select.value.filter((value) => value !== option.value) : [...select.value, option.value])
  }
  const removeLast = (key: string) => {
    const last = chosen.at(-1)
    if (select.multiple && key === 'Backspace' && !query && last) choose(last)
  }
  const combobox = useCombobox<Option>({
    items: shown,
    inputId: control.id,
    labelId: `${control.id}-label`,
    menuId: `${control.id}-menu`,
    toggleButtonId: `${control.id}-toggle`,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    isItemDisabled: (option) => option.disabled === true,
    selectedItem: null,
    inputValue: query ?? (select.multiple ? '' : (chosen[0]?.label ?? '')),
    stateReducer: (state, change) => keepOpen({ state, change, multiple: select.multiple === true }),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && choose(selectedItem),
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setQuery(null)
      if (isOpen) setAbove(lacksSpaceBelow(document.getElementById(control.id)))
    },
  })
  return { combobox, shown, chosen, values, type: setQuery, choose, removeLast, above }
}

const Chosen = ({ chosen, onRemove }: { chosen: Option[]; onRemove: (option: Option) => void }) => {
  if (chosen.length === 0) return null
  return (
    <ul className="select-chosen">
      {chosen.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className="chip"
            aria-label={t({ id: 'ui.select.remove', message: `Remove ${{ label: option.label }}` })}
            onClick={() => onRemove(option)}
          >
            {option.label}
            <IconX aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const valuesOf = ({ value }: SelectProps): readonly string[] => {
  if (typeof value !== 'string') return value
  return value === '' ? [] : [value]
}

const matching = ({ options, query }: { options: readonly Option[]; query: string | null }): Option[] => {
  const words = (query ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)))
}

interface Step {
  state: UseComboboxState<Option>
  change: UseComboboxStateChangeOptions<Option>
  multiple: boolean
}

/** Choosing several things, one after another, must not close the list each time. */
const keepOpen = ({ state, change, multiple }: Step): Partial<UseComboboxState<Option>> => {
  const types = useCombobox.stateChangeTypes
  const picked = change.type === types.ItemClick || change.type === types.InputKeyDownEnter
  if (!multiple || !picked) return change.changes
  return { ...change.changes, isOpen: true, highlightedIndex: state.highlightedIndex }
}

const menuHeight = 304

const lacksSpaceBelow = (input: HTMLElement | null): boolean => {
  if (!input) return false
  const { top, bottom } = input.getBoundingClientRect()
  return bottom + menuHeight > window.innerHeight && top > menuHeight
}
