import type { ReactNode } from 'react'

export interface Pair {
  key: string
  label: ReactNode
  value: ReactNode
  /** The sum of those above. */
  total?: boolean
}

/** Names and values, such as the parts of a reward or what a withdrawal costs. */
export const KeyValue = ({ pairs }: { pairs: readonly Pair[] }) => (
  <dl className="pairs">
    {pairs.map((pair) => (
      <div key={pair.key} className={pair.total ? 'pairs-total' : undefined}>
        <dt>{pair.label}</dt>
        <dd>{pair.value}</dd>
      </div>
    ))}
  </dl>
)
