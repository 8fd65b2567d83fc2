import type { Features } from './features.ts'

/** How different two things are, by what a training has shown to differ between drawings of one figure. */
export interface Metric {
  readonly distance: (a: Features, b: Features) => number
}

/**
 * Whitens by the scatter within the drawings of each figure: what varies between drawings of one figure counts little,
 * what does not counts much. `figures` are many drawings of each of many figures.
 */
export const learnMetric = (figures: readonly (readonly Features[])[]): Metric => {
  const size = figures[0]?.[0]?.length ?? 0
  const scatter = Array.from({ length: size }, () => new Float64Array(size))
  let count = 0
  for (const drawings of figures) {
    const mean = meanOf(drawings, size)
    for (const drawing of drawings) {
      count += 1
      const away = drawing.map((value, index) => value - (mean[index] ?? 0))
      scatter.forEach((row, i) => row.forEach((sum, j) => (row[j] = sum + (away[i] ?? 0) * (away[j] ?? 0))))
    }
  }
  const trace = scatter.reduce((sum, row, index) => sum + (row[index] ?? 0), 0) / Math.max(1, count)
  const ridge = (0.3 * trace) / Math.max(1, size)
  const lower = cholesky(
    scatter.map((row, i) => row.map((value, j) => value / Math.max(1, count) + (i === j ? ridge : 0))),
  )
  const whitened = new WeakMap<Features, Float64Array>()
  const whiten = (features: Features): Float64Array => {
    const known = whitened.get(features)
    if (known !== undefined) return known
    const made = solveLower(lower, features)
    whitened.set(features, made)
    return made
  }
  return {
    distance: (a, b) => {
      const [x, y] = [whiten(a), whiten(b)]
      return Math.sqrt(x.reduce((sum, value, index) => sum + (value - (y[index] ?? 0)) ** 2, 0))
    },
  }
}

const meanOf = (drawings: readonly Features[], size: number): Float64Array => {
  const mean = new Float64Array(size)
  for (const drawing of drawings)
    drawing.forEach((value, index) => (mean[index] = (mean[index] ?? 0) + value / drawings.length))
  return mean
}

const cholesky = (matrix: readonly Float64Array[]): Float64Array[] => {
  const size = matrix.length
  const lower: Float64Array[] = []
  for (let i = 0; i < size; i += 1) {
    const row = new Float64Array(size)
    lower.push(row)
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i]?.[j] ?? 0
      for (let k = 0; k < j; k += 1) sum -= (lower[i]?.[k] ?? 0) * (lower[j]?.[k] ?? 0)
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (lower[j]?.[j] ?? 1)
    }
  }
  return lower
}

const solveLower = (lower: readonly Float64Array[], right: Features): Float64Array => {
  const solved = new Float64Array(right.length)
  lower.forEach((row, i) => {
    let sum = right[i] ?? 0
    for (let k = 0; k < i; k += 1) sum -= (row[k] ?? 0) * (solved[k] ?? 0)
    solved[i] = sum / (row[i] ?? 1)
  })
  return solved
}
