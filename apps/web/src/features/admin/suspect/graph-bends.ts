import type { SuspectEdge } from '@runnel/contract/admin/suspect'

export interface BentEdge extends SuspectEdge {
  /** How far it swerves, so that ties of several kinds between the same two accounts do not cover one another. */
  bend: number
}

const step = 14

export const bendsOf = (edges: readonly SuspectEdge[]): BentEdge[] => {
  const met = new Map<string, number>()
  return edges.map((edge) => {
    const pair = [edge.from, edge.to].toSorted().join(' ')
    const before = met.get(pair) ?? 0
    met.set(pair, before + 1)
    const size = Math.ceil(before / 2) * step * (before % 2 === 0 ? -1 : 1)
    // Seen from its other end a swerve to the left is one to the right.
    return { ...edge, bend: edge.from < edge.to ? size : -size }
  })
}
