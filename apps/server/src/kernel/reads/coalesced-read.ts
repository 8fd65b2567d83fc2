import type { Read } from '#kernel/db.ts'

/**
 * Reads what many ask for at once for all of them together, and keeps it for some seconds: a sum over everybody must
 * not be made for each. A failure is not kept.
 */
export const coalescedRead = <T>(
  keepSeconds: number,
  read: (db: Read, now: Date) => Promise<T>,
): ((db: Read, now: Date) => Promise<T>) => {
  const held = new WeakMap<Read, { readonly at: number; readonly work: Promise<T> }>()
  return (db, now) => {
    const at = now.getTime()
    const known = held.get(db)
    if (known !== undefined && Math.abs(at - known.at) < keepSeconds * 1_000) return known.work
    const work = read(db, now)
    held.set(db, { at, work })
    work.catch(() => {
      if (held.get(db)?.work === work) held.delete(db)
    })
    return work
  }
}
