import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'money' | 'plain' | 'soft' | 'quiet' | 'danger' | 'danger-soft'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
}

/** The looks of a button for what is no `<button>`: a link of the router, a plain anchor, a `<summary>`. */
export const buttonClass = ({ variant = 'plain', size = 'medium', wide = false }: ButtonLook = {}): string =>
  classes(
    'button',
    variant !== 'plain' && `button-${variant}`,
    size !== 'medium' && `button-${size}`,
    wide && 'button-wide',
  )
