import { Checkbox, type CheckboxProps } from './Checkbox.tsx'

/** On or off, at once. */
export function Switch(props: Omit<CheckboxProps, 'look'>) {
  return <Checkbox {...props} look="switch" />
}
