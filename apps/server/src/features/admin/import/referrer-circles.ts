import type { Planned } from './import-plan.ts'

/**
 * Rows that refer each other in a circle: a chain of referrers that leads back to where it began would let accounts
 * earn from themselves. A referrer is named as `finish` in import-run.ts finds them, by id or by username; who names
 * themselves has simply none. Only rows of one import can close a circle, since earlier ones are linked already.
 */
export const inReferrerCircle = (rows: readonly Planned[]): ReadonlySet<Planned> => {
  const byId = new Map(rows.map((row) => [row.user.externalId, row]))
  const byName = new Map(rows.map((row) => [row.user.username, row]))
  const referrerOf = ({ user: { referrer } }: Planned): Planned | undefined => {
    if (referrer === null) return undefined
    const name = referrer.toLowerCase()
    return byId.get(referrer) ?? byId.get(`name:${name}`) ?? byName.get(name)
  }
  const found = new Set<Planned>()
  const visited = new Set<Planned>()
  for (const row of rows) {
    const chain = new Set<Planned>()
    let at: Planned | undefined = row
    while (at !== undefined && !visited.has(at)) {
      visited.add(at)
      chain.add(at)
      const next = referrerOf(at)
      at = next === at ? undefined : next
    }
    // Ended at a row of this very chain: from there on it is the circle.
    if (at === undefined || !chain.has(at)) continue
    const [members, first] = [[...chain], at]
    for (const member of members.slice(members.indexOf(first))) found.add(member)
  }
  return found
}
