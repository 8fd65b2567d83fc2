import { plural, t } from '@lingui/core/macro'
import { LISTED_MAX } from '@runnel/contract/admin/export'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatNumber } from '#ui/format.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { valueName, type FieldLook, type Fields } from './fields.ts'
import { SavedViews, SaveView } from './SavedViews.tsx'
import type { Filter, ListAddress, Readers } from './url-state.ts'
import { useTyping } from './use-typing.ts'

interface FilterBarProps<R extends Readers> {
  list: ListAddress<R>
  filter: Filter<R>
  fields: Fields<R>
  /** How many rows there are; undefined while nobody knows. */
  total: number | undefined
  /** Stands at the end of the bar. */
  children?: ReactNode
}

/** Narrows a list: choices act at once, words when the typing rests or with Enter. */
export const FilterBar = <R extends Readers>({ list, filter, fields, total, children }: FilterBarProps<R>) => {
  const typing = useTyping(list, filter)
  const looks = Object.entries<FieldLook | undefined>(fields).flatMap(([key, look]) => (look ? [{ key, look }] : []))
  const inputs = looks.filter(({ look }) => look.kind !== 'chip')
  const fieldOf = ({ key, look }: (typeof inputs)[number]) => (
    <FilterField
      key={key}
      name={key}
      look={look}
      value={look.kind === 'words' ? typing.textOf(key) : (filter[key] ?? '')}
      maxLength={list.readers[key]?.maxLength}
      hasUsual={list.readers[key]?.usual !== undefined}
      typing={typing}
    />
  )
  const shown = inputs.length > shownOnPhone + 1 ? shownOnPhone : inputs.length
  const folded = inputs.slice(shown)
  return (
    <Card className="grid gap-3 p-4">
      <SavedViews {...{ list, filter, fields }} />
      {inputs.length > 0 && (
        <div role="search" className="grid grid-cols-2 items-end gap-3 lg:grid-cols-3 xl:grid-cols-4">
          {inputs.slice(0, shown).map(fieldOf)}
          {folded.length > 0 && (
            <Folded set={folded.filter(({ key }) => setTo(list, key, filter)).length}>{folded.map(fieldOf)}</Folded>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto text-sm text-muted" role="status">
          {total !== undefined && totalText(total)}
        </p>
        {list.isFiltered(filter) && (
          <>
            {looks.map(({ key, look }) => (
              <SetPart key={key} look={look} value={setTo(list, key, filter)} onClear={() => typing.choose(key, '')} />
            ))}
            <Button variant="quiet" size="small" onClick={() => list.show({})}>
              {t({ id: 'admin.filter.clear', message: 'Clear all' })}
            </Button>
          </>
        )}
        <SaveView {...{ list, filter }} />
        {children}
      </div>
    </Card>
  )
}

/** As many fields leave space for the first rows on a phone; a single further one takes no more than the button. */
const shownOnPhone = 2

/** Fields that a phone shows when they are asked for; `set` of them narrow the list meanwhile. */
const Folded = ({ set, children }: { set: number; children: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const number = formatNumber(set)
  return (
    <>
      <Button
        className="col-span-full sm:hidden"
        size="small"
        icon={<IconAdjustmentsHorizontal aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {set > 0
          ? t({ id: 'admin.filter.moreSet', message: `More filters (${number})` })
          : t({ id: 'admin.filter.more', message: 'More filters' })}
      </Button>
      <div id={id} className={`sm:contents ${isOpen ? 'max-sm:contents' : 'max-sm:hidden'}`}>
        {children}
      </div>
    </>
  )
}

/** What a part is set to, unless it is what it always is. */
const setTo = <R extends Readers>(list: ListAddress<R>, key: string, filter: Filter<R>): string | undefined =>
  filter[key] === list.readers[key]?.usual ? undefined : filter[key]

const totalText = (total: number): string => {
  const most = formatNumber(LISTED_MAX)
  if (total >= LISTED_MAX) return t({ id: 'admin.list.full', message: `${most}+` })
  return t({ id: 'admin.list.total', message: plural(total, { one: '# row', other: '# rows' }) })
}

interface FilterFieldProps {
  name: string
  look: FieldLook
  value: string
  maxLength: number | undefined
  hasUsual: boolean
  typing: ReturnType<typeof useTyping>
}

const FilterField = ({ name, look, value, maxLength, hasUsual, typing }: FilterFieldProps) => {
  if (look.kind === 'choice') {
    return (
      <Select
        label={look.label}
        filterable={false}
        value={value}
        placeholder={hasUsual ? undefined : (look.any ?? t({ id: 'admin.filter.any', message: 'All' }))}
        options={[...look.options]}
        onChange={(chosen) => typing.choose(name, chosen)}
      />
    )
  }
  if (look.kind === 'segments') {
    return (
      <Segmented
        label={look.label}
        options={[...look.options]}
        value={value}
        onValue={(chosen) => typing.choose(name, chosen)}
      />
    )
  }
  if (look.kind === 'day') {
    return (
      // Two of them have no room side by side on a phone.
      <TextInput
        className="max-sm:col-span-full"
        type="date"
        label={look.label}
        value={value}
        onValue={(day) => typing.choose(name, day)}
      />
    )
  }
  return (
    <TextInput
      label={look.label}
      type="search"
      name={name}
      maxLength={maxLength}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onValue={(text) => typing.type(name, text)}
      onBlur={typing.rest}
      onKeyDown={({ key }) => key === 'Enter' && typing.send()}
    />
  )
}

interface SetPartProps {
  look: FieldLook
  value: string | undefined
  onClear: () => void
}

/** A part that is set, as a chip that takes it away. */
const SetPart = ({ look, value, onClear }: SetPartProps) => {
  if (!value) return null
  return (
    <Chip onClick={onClear}>
      <VisuallyHidden>{t({ id: 'admin.list.without', message: 'Remove filter:' })} </VisuallyHidden>
      <span className="max-w-48 truncate">{`${look.label}: ${valueName(look, value)}`}</span>
      <IconX aria-hidden="true" />
    </Chip>
  )
}
