import { t } from '@lingui/core/macro'
import type { ComponentProps, ReactNode } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import type { NamesOf, ResourceForm } from './use-resource-form.ts'

interface FieldOf<Values extends object, Type> {
  form: ResourceForm<Values>
  name: NamesOf<Values, Type>
}

type TextFieldProps<Values extends object, Type> = FieldOf<Values, Type> &
  Omit<ComponentProps<typeof TextInput>, 'form' | 'name'>

export const TextField = <V extends object>({ form, name, ...rest }: TextFieldProps<V, string | number | null>) => (
  <TextInput autoComplete="off" {...rest} {...form.textProps(name)} />
)

export const NumberField = <V extends object>({ form, name, ...rest }: TextFieldProps<V, number>) => (
  <TextInput autoComplete="off" inputMode="numeric" {...rest} {...form.textProps(name)} />
)

/** Units, with what they are worth in the currency of the site. */
export const UnitsField = <V extends object>(props: TextFieldProps<V, number>) => {
  const units = Number(props.form.values[props.name])
  const value = formatValue(units, useCurrency())
  return <NumberField {...props} hint={units > 0 && t({ id: 'admin.kit.worth', message: `≈ ${value}` })} />
}

/** Units as a bound, with what they are worth, zero too. */
export const BoundField = <V extends object>(props: TextFieldProps<V, number>) => {
  const units = Number(props.form.values[props.name])
  const value = formatValue(units, useCurrency())
  const words = unitsText(units)
  return <NumberField {...props} hint={units >= 0 && t({ id: 'admin.kit.bound', message: `${words} (≈ ${value})` })} />
}

/** A moment by the owner's clock; its name stands among the form's `moments`. */
export const MomentField = <V extends object>({ form, name, ...rest }: TextFieldProps<V, string | null>) => (
  <TextInput type="datetime-local" optional {...rest} {...form.textProps(name)} />
)

/** Where a row stands among the others. */
export const PositionField = <V extends { position: number }>({ form }: { form: ResourceForm<V> }) => (
  <TextInput
    label={t({ id: 'admin.kit.position', message: 'Position' })}
    hint={t({ id: 'admin.kit.position.hint', message: 'Lower numbers are listed first.' })}
    inputMode="numeric"
    autoComplete="off"
    {...form.textProps('position')}
  />
)

export const SwitchField = <V extends object>({
  form,
  name,
  ...rest
}: FieldOf<V, boolean> & { label: ReactNode; hint?: ReactNode }) => <Switch {...rest} {...form.switchProps(name)} />

interface ChoiceFieldProps<V extends object, Value extends string> extends FieldOf<V, Value> {
  label: string
  hint?: ReactNode
  options: readonly { value: Value; label: string }[]
}

/** One of a few values. */
export const ChoiceField = <V extends object, Value extends string>({
  form,
  name,
  ...rest
}: ChoiceFieldProps<V, Value>) => {
  const { value, onValue, error } = form.textProps(name)
  return <Select filterable={false} {...rest} {...{ name, value, error }} onChange={onValue} />
}
