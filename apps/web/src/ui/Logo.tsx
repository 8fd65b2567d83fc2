import { useId } from 'react'
import { classes } from './classes.ts'

interface LogoProps {
  /** The site's name beside the mark; without it the mark stands alone and needs a name from its link. */
  name?: string | undefined
  /** The text of the owner's own SVG; empty for our mark. */
  svg?: string | undefined
  className?: string
}

export const Logo = ({ name, svg, className }: LogoProps) => (
  <span className={classes('logo', className)}>
    {svg ? <img src={asImage(svg)} alt="" width="36" height="36" /> : <LogoMark />}
    {name && <span className="logo-name">{name}</span>}
  </span>
)

/** As an image an SVG can run nothing and load nothing, whatever its author wrote into it. */
const asImage = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

const stream = [
  'M25 12.5c4.8 2.2 4.6 5.6-.6 7.8-6.2 2.6-15.4 3.2-17.8 9-1.4 3.4-.4 7.6 2.4 12',
  'h17.5c-4.8-5-5.3-9 .2-12.4 5.6-3.4 10.3-5.4 9.8-9.8-.4-3.6-5-6-11.5-6.6Z',
].join('')

/** A coin at the spring, and the stream that runs from it towards you. */
export const LogoMark = () => {
  const clip = useId()
  return (
    <svg className="logo-mark" viewBox="0 0 40 40" width="36" height="36" aria-hidden="true">
      <clipPath id={clip}>
        <path d="M20 0a20 20 0 0 1 0 40H5a5 5 0 0 1-5-5V20A20 20 0 0 1 20 0Z" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path className="logo-ground" d="M0 0h40v40H0Z" />
        <path className="logo-stream" d={stream} />
        <circle className="logo-coin" cx="17.5" cy="11" r="4.2" />
      </g>
    </svg>
  )
}
