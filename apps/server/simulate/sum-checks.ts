import { contract } from '@runnel/contract'
import { createClient } from '@runnel/contract/client'
import { newId } from '#kernel/id.ts'
import type { SiteNode } from './node.ts'
import type { Observation } from './observation.ts'
import { refreshSessions, type Person } from './people.ts'

/** Longer than any page keeps a sum. */
const KEPT_SECONDS = 61

/** Sums that pages show and that are not the ledger's, added up here from the transfers alone. */
export const findWrongSums = async ({ site, rows }: Observation): Promise<string[]> => {
  site.turn(KEPT_SECONDS)
  await refreshSessions(site.db, site.clock())
  const [node] = site.nodes
  if (node === undefined) return []
  for (const { job, run } of node.workers) {
    if (job.name === 'solvency.add-up' || job.name === 'overview.add-up') await run({}, newId())
  }
  const api = clientOf(node, site.owner)
  const [home, figures, { overview }] = [await api.home.stats(), await api.solvency.figures(), await api.admin.stats()]
  const ledger = await sumsOf(rows)
  const shown: readonly (readonly [string, number, number])[] = [
    ['paid out at home', home.paidOut, ledger.paid],
    ['paid out on the solvency page', figures.paid.ever.amount, ledger.paid],
    ['paid out in the overview', overview.paid, ledger.paid],
    ['owed in all', figures.owed.total, ledger.owed],
    ['owed in the overview', overview.owed.total, ledger.owed],
    ['owed on main balances', figures.owed.main, ledger.main],
    ['owed on deposit balances', figures.owed.deposit, ledger.deposit],
    ['held', figures.owed.held, ledger.held],
    ['on its way out', figures.owed.inFlight, ledger.inFlight],
    ['in escrow', figures.owed.escrow, ledger.escrow],
    ['earned at home', home.totalEarned, overview.earned],
  ]
  return shown
    .filter(([, told, is]) => told !== is)
    .map(([name, told, is]) => `${name}: ${told}, where the books say ${is}`)
}

type Sum = 'main' | 'deposit' | 'held' | 'escrow' | 'inFlight' | 'paid'

const sumsOf = async (rows: Observation['rows']) => {
  const found = await rows(
    `SELECT split_part(account, ':', 1) AS kind, split_part(account, ':', 2) AS of, sum(change)::text AS sum
     FROM simulate.changes GROUP BY 1, 2`,
  )
  const sum = (kind: string, of?: string): number =>
    found
      .filter((row) => row['kind'] === kind && (of === undefined || row['of'] === of))
      .reduce((total, row) => total + Number(row['sum']), 0)
  const sums: Record<Sum, number> = {
    main: sum('main'),
    deposit: sum('deposit'),
    held: sum('held'),
    escrow: sum('escrow'),
    inFlight: sum('payout'),
    paid: sum('external', 'payout'),
  }
  const { main, deposit, held, escrow, inFlight } = sums
  return { ...sums, owed: main + deposit + held + escrow + inFlight }
}

const clientOf = ({ app }: SiteNode, person: Person) =>
  createClient(contract, async ({ route, path }) => {
    const response = await app.inject({ method: route.method, url: path, headers: { ...person.headers } })
    if (response.statusCode >= 400) throw new Error(`${path} is refused: ${response.body.slice(0, 200)}`)
    return JSON.parse(response.body)
  })
