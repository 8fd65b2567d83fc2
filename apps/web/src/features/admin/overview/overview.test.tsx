import { JobName } from '@runnel/contract/admin/job-name'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { at, overview, wallets } from '#features/admin/shared/example.ts'
import { formatDateTime } from '#ui/format.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { jobLabel } from './job-labels.ts'
import { OverviewPage } from './OverviewPage.tsx'
import { Wallets } from './Wallets.tsx'

let server: FakeServer

beforeEach(() => {
  server = fakeServer({ 'GET /api/admin/stats': () => overview, 'GET /api/admin/wallet': () => wallets })
})

afterEach(() => {
  vi.useRealTimers()
})

test('what waits for a person leads to it, and a warning to the setting', async () => {
  show(<OverviewPage />)
  const review = await screen.findByRole('link', { name: /Withdrawals to review/ })
  expect(review.getAttribute('href')).toBe('/app/admin/withdrawals?status=review')
  expect(screen.getByRole('link', { name: /with unknown status/ })).toBeDefined()
  const campaigns = screen.getByRole('link', { name: /Campaigns to review/ })
  expect(campaigns.getAttribute('href')).toBe('/app/admin/ptc?status=pending')
  const links = screen.getByRole('link', { name: /Shortlink visits to review/ })
  expect(links.getAttribute('href')).toBe('/app/admin/link?tab=held')
  expect(screen.queryByRole('link', { name: /Approved/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe(
    '/app/admin/settings?tab=methods',
  )
  expect(screen.getByText('Failed')).toBeDefined()
})

const quiet = { ...overview, warnings: [], providers: [], jobs: overview.jobs.map((job) => ({ ...job, ok: true })) }
const calm = {
  ...quiet,
  outflow: { ...overview.outflow, open: [], payoutsStopped: null, dryRun: false },
  books: { ...overview.books, balanced: true },
}

test.each([
  ['Healthy', calm],
  ['Needs attention', { ...calm, warnings: [{ code: 'RATE_OLD', msg: 'Old.' }] }],
  ['Action required', { ...calm, books: { ...overview.books, balanced: false } }],
])('one line says how the site stands: %s', async (verdict, stats) => {
  server.answers['GET /api/admin/stats'] = () => stats
  show(<OverviewPage />)
  const line = (await screen.findByText(/^Margin today: /)).closest('p')
  const waiting = overview.queue.review + overview.queue.unknown
  const margin = 'Margin today: -\\$0[.]021Down: \\$[0-9.]+ vs[.] yesterday’s pace'
  expect(line?.textContent).toMatch(
    new RegExp(`^${verdict}Ledger checked .+${waiting} withdrawals need attention${margin}$`),
  )
})

test('totals are cut as the public pages cut them, and escrow and deposits are named to the unit', async () => {
  server.answers['GET /api/admin/stats'] = () => ({
    ...overview,
    overview: { ...overview.overview, earned: 2_226_600 },
    deposit: { balance: 200_000, escrow: 1_122_505, today: 10_000 },
  })
  show(<OverviewPage />)
  const figureOf = async (label: string) => (await screen.findByText(label)).parentElement?.textContent
  expect(await figureOf('Earned by users')).toContain('$22.26')
  const funds = await figureOf('Funds for ads and tasks')
  expect(funds).toMatch(/^Funds for ads and tasks\$13[.]22505\$2[.]00 in deposit balances, \$11[.]22505 in escrow/)
  expect(funds).toMatch(/in escrow\$0[.]10 deposited today.* vs[.] yesterday’s pace$/)
})

test('a site that needs attention says so once, beside an empty list of what is pending', async () => {
  const queue = Object.fromEntries(Object.keys(overview.queue).map((kind) => [kind, 0]))
  server.answers['GET /api/admin/stats'] = () => ({ ...calm, queue, warnings: [{ code: 'NO_METHOD', msg: 'None.' }] })
  show(<OverviewPage />)
  const title = await screen.findByRole('heading', { name: 'Pending' })
  expect(title.closest('section')?.textContent).toContain('All caught up.')
  expect(screen.getAllByText('Needs attention')).toHaveLength(1)
})

test('wallets that are missing lead to the methods, but not from the page of the methods', async () => {
  server.answers['GET /api/admin/wallet'] = () => ({ ...wallets, wallets: [] })
  const { unmount } = show(<Wallets />)
  await screen.findByText('No wallets connected yet.')
  expect(screen.getByRole('link', { name: 'Withdrawal methods' })).toBeDefined()
  unmount()
  show(<Wallets besideMethods />)
  await screen.findByText('No wallets connected yet.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a wallet that could not be compared with the ledger says since when, and why', async () => {
  show(<Wallets />)
  const lines = await screen.findAllByText(/^Not compared/)
  const since = `Not compared with the ledger since ${formatDateTime(at)}.`
  expect(lines.map((line) => line.textContent.trim())).toEqual([`${since} The list of the wallet is too long.`, since])
  // What the node's own line says is told once.
  expect(screen.getAllByText('The node does not answer.')).toHaveLength(1)
})

test('nor is a reason hidden that a wallet whose payouts are stopped does not tell', async () => {
  const [, evm] = wallets.wallets
  server.answers['GET /api/admin/wallet'] = () => ({ ...wallets, wallets: [{ ...evm, halted: 'Wrong key.' }] })
  show(<Wallets />)
  await screen.findByText('Wrong key.')
  expect(screen.getByText(/^Not compared/).textContent).toContain('The node does not answer.')
})

const askedAt = new Date(Date.parse(at) + 1_000).toISOString()
const askForCheck = async () => {
  server.answers['POST /api/admin/reconcile'] = () => ({ askedAt })
  show(<OverviewPage />)
  await screen.findByText('Balanced')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByText('Checking… This takes minutes on a large site.')
}

test('a check of the ledger shows which accounts differ as soon as that is found', async () => {
  await askForCheck()
  expect(screen.queryByRole('button', { name: 'Check now' })?.getAttribute('aria-busy')).toBe('true')
  const found = {
    balanced: false,
    checkedAt: askedAt,
    accounts: 30,
    transfers: 200,
    mismatches: [{ account: 'main:bob', balance: 120, sum: 100 }],
  }
  server.answers['GET /api/admin/stats'] = () => ({ ...overview, books: found })
  expect(await screen.findByText('main:bob')).toBeDefined()
  expect(screen.getByText('Not balanced')).toBeDefined()
  expect(screen.getByText(/Payouts are paused/)).toBeDefined()
  expect(screen.queryByText(/Verifying/)).toBeNull()
})

test('books that nobody has checked are not called balanced', async () => {
  const books = { balanced: null, checkedAt: null, accounts: 0, transfers: 0, mismatches: [] }
  server.answers['GET /api/admin/stats'] = () => ({ ...overview, books })
  show(<OverviewPage />)
  expect(await screen.findByText('Never')).toBeDefined()
  expect(screen.getByText(/The first check runs within an hour/)).toBeDefined()
  expect(screen.queryByText('Balanced')).toBeNull()
})

test('figures say what they are: what claims brought, what is owed part by part', async () => {
  show(<OverviewPage />)
  expect(await screen.findByText('$0.0021 earned from claims, 21% of the daily budget')).toBeDefined()
  expect(screen.getByText('$0.021 today from all sources')).toBeDefined()
  expect(screen.getByText('$11.40 in balances, $0.02 on hold, $0.15 in withdrawals, $0.25 in escrow')).toBeDefined()
})

test('each figure tells its change by an arrow with its direction, and colours none that is only more', async () => {
  // Half of the day is over.
  vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] })
  show(<OverviewPage />)
  const changeOf = (text: string) => screen.getByText(text).parentElement
  // 2 joined where half of 1 was to be expected.
  const joined = await screen.findByText('300% vs. yesterday’s pace')
  expect(joined.parentElement?.textContent).toMatch(/^Up:/)
  expect(joined.parentElement?.className).toContain('text-good')
  expect(changeOf('56% vs. yesterday’s pace')?.className).toContain('text-muted')
  expect(changeOf('0% vs. yesterday’s pace')?.textContent).toMatch(/^Unchanged:/)
  expect(changeOf('$0.007 today')?.textContent).toMatch(/^Down:/)
  expect(changeOf('20% yesterday (4) vs. the day before')?.className).toContain('text-bad')
  expect(screen.getByText('No earlier figure yet')).toBeDefined()
})

test('a check of the ledger that fails says so', async () => {
  await askForCheck()
  const jobs = [{ name: 'books.reconcile', lastRunAt: askedAt, ok: false, note: 'out of memory' }]
  server.answers['GET /api/admin/stats'] = () => ({ ...overview, jobs })
  expect(await screen.findByText('The check failed. It will be retried.')).toBeDefined()
})

test('a wallet tells what it holds and owes, and a provider in trouble comes first', async () => {
  show(<OverviewPage />)
  expect(await screen.findByText('120.5 DOGE')).toBeDefined()
  expect(screen.getByText(/Pending payouts: 4 DOGE/)).toBeDefined()
  expect(screen.getByText('Not responding')).toBeDefined()
  const providers = screen.getByRole('heading', { name: 'Providers' }).closest('section')
  const names = [...(providers?.querySelectorAll('li') ?? [])].map((row) => row.textContent)
  expect(names[0]).toContain('ETH · Own wallet')
  expect(names[0]).toContain('The node does not answer.')
  expect(screen.getByText('1 OK').closest('details')?.textContent).toContain('Otter Links')
})

test('of what runs by itself only what failed is open', async () => {
  const fine = { name: 'stats.count', lastRunAt: at, ok: true, note: '1 day counted' } as const
  server.answers['GET /api/admin/stats'] = () => ({ ...overview, jobs: [fine, ...overview.jobs] })
  show(<OverviewPage />)
  expect((await screen.findByText('Payouts')).closest('details')).toBeNull()
  const folded = screen.getByText('Daily report').closest('details')
  expect(folded?.querySelector('summary')?.textContent).toBe('1 job ran successfully')
  expect(folded?.open).toBe(false)
})

test('what the breaker stopped stands above everything, with the way to it', async () => {
  server.answers['GET /api/admin/stats'] = () => ({
    ...overview,
    outflow: { payoutsStopped: 'The faucet paid $9.00 in the last 60 minutes.', dryRun: false, open: [] },
  })
  show(<OverviewPage />)
  expect(await screen.findByText('The faucet paid $9.00 in the last 60 minutes.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View spending' }).getAttribute('href')).toBe('/app/admin/outflow')
})

test('a day on which the site gave more than it gained is drawn as given', async () => {
  show(<OverviewPage />)
  await userEvent.setup().click(await screen.findByRole('radio', { name: 'Margin' }))
  const table = within(screen.getByRole('table', { name: /^Margin per day/ }))
  expect(table.getAllByRole('row').at(-1)?.textContent).toBe('Jan 1$0.00$0.021')
})

test('every job has words of its own', () => {
  const words = JobName.options.map(jobLabel)
  expect(words).not.toContain(undefined)
  expect(new Set(words).size).toBe(words.length)
  for (const name of JobName.options) expect(words).not.toContain(name)
})
