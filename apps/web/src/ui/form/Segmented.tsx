import type { ComponentProps } from 'react'
import { RadioGroup } from './RadioGroup.tsx'

/** A choice of two to four short words in one row. */
export function Segmented(props: Omit<ComponentProps<typeof RadioGroup>, 'look'>) {
  return <RadioGroup {...props} look="segmented" />
}
