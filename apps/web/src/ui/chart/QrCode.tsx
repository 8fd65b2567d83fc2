import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text to be scanned: dark on light in both colour modes, because many scanners know nothing else. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className="rounded-m"
      style={{ width: '100%', height: '100%' }}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

const drawn = (text: string): { size: number; path: string } => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: cells.join('') }
}
