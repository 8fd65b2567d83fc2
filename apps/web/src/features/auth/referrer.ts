const storageKey = 'ref'
const days = 30
const names = /^\w{3,20}$/

/** Who brought this visitor: remembered for 30 days from `?r=username` on, here or on a public page. */
export const referrer = (given: string | undefined): string | undefined => {
  const name = given?.toLowerCase()
  if (name !== undefined && names.test(name)) remember(name)
  return remembered()
}

const remember = (ref: string): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ref, until: Date.now() + days * 86_400_000 }))
  } catch {
    // Then it lasts as long as the address does.
  }
}

const remembered = (): string | undefined => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('ref' in kept) || !('until' in kept)) return undefined
    if (typeof kept.until !== 'number' || kept.until < Date.now()) return undefined
    return typeof kept.ref === 'string' && names.test(kept.ref) ? kept.ref : undefined
  } catch {
    return undefined
  }
}
