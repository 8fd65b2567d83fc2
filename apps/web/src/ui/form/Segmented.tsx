import type { ComponentProps } from 'react'
import { RadioGroup } from './RadioGroup.tsx'

/** A choice of two to four short words in one row. */
export const Segmented = (props: Omit<ComponentProps<typeof RadioGroup>, 'look'>) => (
  <RadioGroup {...props} look="segmented" />
)
