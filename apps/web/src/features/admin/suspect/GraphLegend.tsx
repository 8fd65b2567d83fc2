import { t } from '@lingui/core/macro'
import type { SuspectEdge } from '@runnel/contract/admin/suspect'
import { AccountState, EdgeKind } from '@runnel/contract/suspect-schemas'
import { Chip } from '#ui/form/Chip.tsx'
import { formatNumber } from '#ui/format.ts'
import { edgeLook } from './GraphEdge.tsx'
import { stateLook } from './GraphNode.tsx'
import { edgeName, stateName } from './suspect-labels.ts'

interface EdgeLegendProps {
  edges: readonly SuspectEdge[]
  hidden: ReadonlySet<EdgeKind>
  onHidden: (hidden: ReadonlySet<EdgeKind>) => void
}

/** What each kind of line means; pressing one takes its lines away. */
export const EdgeLegend = ({ edges, hidden, onHidden }: EdgeLegendProps) => {
  const counts = EdgeKind.options.map((kind) => ({ kind, count: edges.filter((edge) => edge.kind === kind).length }))
  const toggle = (kind: EdgeKind) => {
    const next = new Set(hidden)
    if (!next.delete(kind)) next.add(kind)
    onHidden(next)
  }
  return (
    <div
      role="group"
      aria-label={t({ id: 'admin.group.kinds', message: 'Link types shown' })}
      className="flex flex-wrap gap-2"
    >
      {counts
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <Chip key={kind} pressed={!hidden.has(kind)} icon={<Sample kind={kind} />} onClick={() => toggle(kind)}>
            {`${edgeName(kind)} (${formatNumber(count)})`}
          </Chip>
        ))}
    </div>
  )
}

const Sample = ({ kind }: { kind: EdgeKind }) => {
  const { color, dash, width } = edgeLook[kind]
  return (
    <svg viewBox="0 0 28 10" width={28} height={10} aria-hidden="true" style={{ width: 28 }}>
      <path d="M0 5H28" stroke={color} strokeWidth={width} strokeDasharray={dash} />
      {kind === 'referral' && <path d="M10 0L20 5L10 10Z" fill={color} />}
    </svg>
  )
}

export const StateLegend = () => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
    {AccountState.options.map((state) => (
      <span key={state} className="flex items-center gap-2">
        <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
          <circle cx={8} cy={8} r={6} fill={stateLook[state].fill} stroke={stateLook[state].ink} strokeWidth={2} />
        </svg>
        {stateName(state)}
      </span>
    ))}
    <span>{t({ id: 'admin.group.size', message: 'The number is the risk score. Larger dots were paid more.' })}</span>
  </p>
)
