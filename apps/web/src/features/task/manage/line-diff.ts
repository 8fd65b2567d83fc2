export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Beyond this many pairs of lines a table of them would be too large; then all old lines go and all new ones come. */
const mostPairs = 250_000

/** The lines that stay, go and come between two texts: a longest common subsequence. */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const isTooLong = old.length * fresh.length > mostPairs
  const common = isTooLong ? [] : commonLengths(old, fresh)
  const lines: DiffLine[] = []
  let [a, b] = [0, 0]
  while (a < old.length || b < fresh.length) {
    const [gone, come] = [old[a], fresh[b]]
    if (gone !== undefined && gone === come && !isTooLong) {
      lines.push({ kind: 'same', text: gone })
      a += 1
      b += 1
    } else if (gone !== undefined && (come === undefined || at(common, a + 1, b) >= at(common, a, b + 1))) {
      lines.push({ kind: 'gone', text: gone })
      a += 1
    } else {
      lines.push({ kind: 'new', text: come ?? '' })
      b += 1
    }
  }
  return lines
}

/** For each pair of places, how many lines the rests behind them have in common. */
const commonLengths = (old: readonly string[], fresh: readonly string[]): number[][] => {
  const table = Array.from({ length: old.length + 1 }, () => Array.from({ length: fresh.length + 1 }, () => 0))
  for (let a = old.length - 1; a >= 0; a -= 1) {
    const row = table[a] ?? []
    for (let b = fresh.length - 1; b >= 0; b -= 1) {
      row[b] = old[a] === fresh[b] ? at(table, a + 1, b + 1) + 1 : Math.max(at(table, a + 1, b), at(table, a, b + 1))
    }
  }
  return table
}

const at = (table: readonly (readonly number[])[], a: number, b: number): number => table[a]?.[b] ?? 0
