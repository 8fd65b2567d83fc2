import { Checkbox, type CheckboxProps } from './Checkbox.tsx'

/** On or off, at once. */
export const Switch = (props: Omit<CheckboxProps, 'look'>) => <Checkbox {...props} look="switch" />
