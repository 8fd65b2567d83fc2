export interface PageEntry {
  key: string
  /** `null` is a gap. */
  number: number | null
  /** Also shown on a phone. */
  near: boolean
}

/** First, last, the current page and its neighbours; gaps between. */
export const pageNumbers = ({ page, pages }: { page: number; pages: number }): PageEntry[] => {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const numbers = [...new Set(wanted)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const entry = { key: String(number), number, near: number === page }
    const before = numbers[index - 1]
    if (before === undefined || number - before === 1) return [entry]
    if (number - before === 2) return [{ key: String(number - 1), number: number - 1, near: false }, entry]
    return [{ key: `gap-${number}`, number: null, near: false }, entry]
  })
}
