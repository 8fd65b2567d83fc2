interface OpenRowState {
  openId: string | null
  onOpen: (id: string) => void
}

/** The row that is open and ways to those before and after it on the page; nothing where there is none. */
export const neighbours = <Row extends { _id: string }>(rows: readonly Row[], { openId, onOpen }: OpenRowState) => {
  const at = rows.findIndex(({ _id }) => _id === openId)
  const step = (by: number) => {
    const row = at < 0 ? undefined : rows[at + by]
    return row && (() => onOpen(row._id))
  }
  return { row: rows[at], onPrevious: step(-1), onNext: step(1) }
}
