import { t } from '@lingui/core/macro'
import type { AccountState, SuspectAccount } from '@runnel/contract/suspect-schemas'
import { unitsText } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import type { Point } from './graph-layout.ts'
import { stateName } from './suspect-labels.ts'

export const stateLook: Record<AccountState, { fill: string; ink: string }> = {
  active: { fill: 'var(--good-soft)', ink: 'var(--good)' },
  measured: { fill: 'var(--warn-soft)', ink: 'var(--warn)' },
  locked: { fill: 'var(--bad)', ink: 'var(--bad)' },
}

const smallest = 13
const growth = 9
/** Letters that fit below a dot. */
const nameLength = 11

/** Keeps words readable where a line passes below them. */
const halo = { paintOrder: 'stroke', stroke: 'var(--sunken)', strokeWidth: 4, strokeLinejoin: 'round' } as const

interface GraphNodeProps {
  account: SuspectAccount
  at: Point | undefined
  /** Its payouts as a share of the largest of the group. */
  share: number
  chosen: boolean
  focused: boolean
  isCentre: boolean
  onChoose: () => void
}

/** An account: its risk in the middle, its name below, larger the more it was paid. */
export const GraphNode = ({ account, at, share, chosen, focused, isCentre, onChoose }: GraphNodeProps) => {
  if (!at) return null
  const { _id, username, score, state } = account
  const radius = smallest + growth * Math.sqrt(share)
  const { fill, ink } = stateLook[state]
  return (
    <g
      role="button"
      data-node={_id}
      tabIndex={chosen ? 0 : -1}
      aria-label={textOf(account)}
      aria-pressed={chosen}
      transform={`translate(${at.x} ${at.y - 14})`}
      style={{ cursor: 'pointer', outline: 'none' }}
      onClick={onChoose}
      onFocus={onChoose}
    >
      <circle r={22} fill="transparent" />
      {focused && <circle r={radius + 6} fill="none" stroke="var(--brand)" strokeWidth={3} />}
      <circle r={radius} fill={fill} stroke={ink} strokeWidth={chosen ? 4 : 2} />
      {isCentre && <circle r={radius + 2.5} fill="none" stroke="var(--ink)" strokeWidth={1.5} />}
      <text
        aria-hidden="true"
        y={4}
        textAnchor="middle"
        fontSize={12}
        fontWeight={700}
        fill={state === 'locked' ? 'var(--on-bad)' : ink}
      >
        {formatNumber(score, { maximumFractionDigits: 0 })}
      </text>
      <g aria-hidden="true" textAnchor="middle" fill="var(--ink)" fontSize={12} style={halo}>
        <text y={radius + 15} fontWeight={isCentre ? 700 : 500}>
          {shortened(username)}
        </text>
        {state !== 'active' && (
          <text y={radius + 28} fontSize={11} fill={ink}>
            {stateName(state)}
          </text>
        )}
      </g>
    </g>
  )
}

const textOf = ({ username, score, state, paidOut }: SuspectAccount): string => {
  const [risk, paid, standing] = [formatNumber(score), unitsText(paidOut), stateName(state)]
  return t({ id: 'admin.group.node', message: `${username}, risk ${risk}, ${standing}, paid out ${paid}` })
}

const shortened = (name: string): string => (name.length <= nameLength ? name : `${name.slice(0, nameLength - 1)}…`)
