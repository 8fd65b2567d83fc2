import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useSite } from '#features/home/home.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'

interface AgeBoxProps {
  checked: boolean
  error: ReactNode
  onChecked: (checked: boolean) => void
}

/** The box by which somebody confirms the age that the site asks for; nothing where it asks for none. */
export const AgeBox = (props: AgeBoxProps) => {
  const { minimumAge } = useSite()
  if (minimumAge === 0) return null
  return (
    <Checkbox
      name="ageConfirmed"
      required
      label={t({ id: 'auth.age', message: `I am ${minimumAge} or older` })}
      {...props}
    />
  )
}

export const ageSentence = (): string => t({ id: 'auth.age.wrong', message: 'Confirm your age to create an account.' })
