import type { EdgeKind } from '@runnel/contract/suspect-schemas'
import type { BentEdge } from './graph-bends.ts'
import type { Point } from './graph-layout.ts'

/** Each kind has a dash of its own, because not everybody sees its colour. */
export const edgeLook: Record<EdgeKind, { color: string; dash: string; width: number }> = {
  device: { color: 'var(--brand-text)', dash: 'none', width: 2.5 },
  payout: { color: 'var(--bad)', dash: '9 4', width: 2.5 },
  network: { color: 'var(--muted)', dash: '2 4', width: 2 },
  referral: { color: 'var(--money-text)', dash: 'none', width: 1.25 },
  timing: { color: 'var(--good)', dash: '10 3 2 3', width: 2 },
}

interface GraphEdgeProps {
  edge: BentEdge
  from: Point | undefined
  to: Point | undefined
  /** Whether it belongs to the account that is looked at. */
  strong: boolean
}

/** A tie; of a referral a small drop in the middle points at who was brought. */
export const GraphEdge = ({ edge: { kind, sentence, weight, bend }, from, to, strong }: GraphEdgeProps) => {
  // An end that is not among the accounts drawn has no place.
  if (!from || !to) return null
  const { color, dash, width } = edgeLook[kind]
  const middle = middleOf({ from, to, bend })
  return (
    <g style={{ color, opacity: strong ? 1 : 0.25 + 0.3 * weight }}>
      <path
        d={`M${from.x} ${from.y}Q${middle.control.x} ${middle.control.y} ${to.x} ${to.y}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={width}
        strokeDasharray={dash}
      >
        <title>{sentence}</title>
      </path>
      {kind === 'referral' && (
        <path
          d="M-5 -5L6 0L-5 5Z"
          fill="currentColor"
          transform={`translate(${middle.x} ${middle.y}) rotate(${middle.angle})`}
        />
      )}
    </g>
  )
}

interface Curve {
  from: Point
  to: Point
  bend: number
}

const middleOf = ({ from, to, bend }: Curve): Point & { control: Point; angle: number } => {
  const length = Math.max(Math.hypot(to.x - from.x, to.y - from.y), 1)
  const aside = { x: (-(to.y - from.y) / length) * bend, y: ((to.x - from.x) / length) * bend }
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return { x: x + aside.x, y: y + aside.y, control: { x: x + aside.x * 2, y: y + aside.y * 2 }, angle }
}
