import { useId } from 'react'
import { classes } from './classes.ts'

interface LogoProps {
  /** The site's name beside the mark; without it the mark stands alone and needs a name from its link. */
  name?: string | undefined
  /** The text of the owner's own SVG; empty for our mark. */
  svg?: string | undefined
  className?: string
}

export function Logo({ name, svg, className }: LogoProps) {
  return (
    <span className={classes('logo', className)}>
      {svg ? <img src={asImage(svg)} alt="" width="36" height="36" /> : <LogoMark />}
      {name && <span className="logo-name">{name}</span>}
    </span>
  )
}

/** As an image an SVG can run nothing and load nothing, whatever its author wrote into it. */
function asImage(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A coin at the spring, and the stream that runs from it towards you. */
export function LogoMark() {
  const clip = useId()
  return (
    <svg className="logo-mark" viewBox="0 0 40 40" width="36" height="36" aria-hidden="true">
      <clipPath id={clip}>
        <path d="M20 0a20 20 0 0 1 0 40H5a5 5 0 0 1-5-5V20A20 20 0 0 1 20 0Z" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path className="logo-ground" d="M0 0h40v40H0Z" />
        <path
          className="logo-stream"
          d="M21 17c6.500.5 8.500 3 5 5.800-4 3.200-12 3.400-16.400 8-2.600 2.700-3.600 6-3.600 9.200h19c-.4-4.200.8-7.200 3.600-10.600C33.600 23.400 31 17.400 21 17Z"
        />
        <circle className="logo-coin" cx="20" cy="10.500" r="4.500" />
      </g>
    </svg>
  )
}
