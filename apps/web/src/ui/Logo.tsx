import { useId } from 'react'
import { classes } from './classes.ts'

interface LogoProps {
  /** The site's name beside the mark; without it the mark stands alone and needs a name from its link. */
  name?: string | undefined
  /** The owner's own picture instead of our mark. */
  src?: string | undefined
  className?: string
}

export function Logo({ name, src, className }: LogoProps) {
  return (
    <span className={classes('logo', className)}>
      {src ? <img src={src} alt="" width="36" height="36" /> : <LogoMark />}
      {name && <span className="logo-name">{name}</span>}
    </span>
  )
}

/** A coin at the spring, and the stream that runs from it towards you. */
export function LogoMark() {
  const clip = useId()
  return (
    <svg className="logo-mark" viewBox="0 0 40 40" width="36" height="36" aria-hidden="true">
      <clipPath id={clip}>
        <path d="M20 0a20 20 0 0 1 0 40H4a4 4 0 0 1-4-4V20A20 20 0 0 1 20 0Z" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path className="logo-ground" d="M0 0h40v40H0Z" />
        <path
          className="logo-stream"
          d="M22.5 15.5c4.4 1.2 5.9 3.6 2.6 6.2-3.6 2.8-11.6 3.3-16.3 7.4C6 31.500 4.600 35 4.400 41H24c-.2-5 1.200-8.500 4.300-12 5.700-6.400 4.300-12.300-5.800-13.500Z"
        />
        <circle className="logo-coin" cx="20" cy="10" r="4.6" />
      </g>
    </svg>
  )
}
