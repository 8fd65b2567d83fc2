// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { cell, layOut, neighbourOf, type Group } from './graph-layout.ts'

const nodesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ _id: `n${index}` }))
const star = (count: number): Group => ({
  nodes: nodesOf(count),
  edges: nodesOf(count)
    .slice(1)
    .map(({ _id }) => ({ from: 'n0', to: _id, weight: 1 })),
})

describe.each([1, 2, 7, 25, 60])('a group of %i', (count) => {
  test.each([290, 640, 900])('stands within %i px without overlapping', (width) => {
    const { points, height } = layOut(star(count), width)
    const all = [...points.values()]
    expect(all).toHaveLength(count)
    for (const { x, y } of all) {
      expect(x).toBeGreaterThanOrEqual(cell.width / 2)
      expect(x).toBeLessThanOrEqual(width - cell.width / 2)
      expect(y).toBeGreaterThanOrEqual(cell.height / 2)
      expect(y).toBeLessThanOrEqual(height - cell.height / 2)
    }
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        const apart = Math.max(Math.abs(one.x - other.x) / cell.width, Math.abs(one.y - other.y) / cell.height)
        // Words may touch, dots may not.
        expect(apart).toBeGreaterThan(0.6)
      }
    }
  })
})

test('the same group looks the same each time', () => {
  expect(layOut(star(20), 640)).toEqual(layOut(star(20), 640))
})

test('what belongs together stands together', () => {
  const nodes = nodesOf(12)
  const cliques = [nodes.slice(0, 6), nodes.slice(6)].map((clique) => clique.map(({ _id }) => _id))
  const edges = cliques.flatMap((clique) =>
    clique.flatMap((from, index) => clique.slice(index + 1).map((to) => ({ from, to, weight: 1 }))),
  )
  const { points } = layOut({ nodes, edges: [...edges, { from: 'n0', to: 'n6', weight: 0.2 }] }, 900)
  const distance = (a: string, b: string) => {
    const [one, other] = [points.get(a), points.get(b)]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : NaN
  }
  const mean = (pairs: string[][]) => pairs.reduce((sum, [a = '', b = '']) => sum + distance(a, b), 0) / pairs.length
  const across = (cliques[0] ?? []).flatMap((a) => (cliques[1] ?? []).map((b) => [a, b]))
  expect(mean(edges.map(({ from, to }) => [from, to]))).toBeLessThan(mean(across) * 0.7)
})

test('ties to accounts that are not drawn are left out', () => {
  const { points } = layOut({ nodes: nodesOf(2), edges: [{ from: 'n0', to: 'elsewhere', weight: 1 }] }, 640)
  for (const { x, y } of points.values()) expect(Number.isFinite(x + y)).toBe(true)
})

test('arrow keys reach every dot', () => {
  const layout = layOut(star(30), 640)
  const reached = new Set(['n0'])
  for (const id of reached) {
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) {
      const next = neighbourOf(layout, id, key)
      if (next) reached.add(next)
    }
  }
  expect(reached.size).toBe(30)
  expect(neighbourOf(layout, 'n0', 'Enter')).toBeNull()
})
