import type { Solvency } from '@runnel/contract/solvency'
import { expect, test } from 'vitest'
import { formatTotal } from '#features/home/figures.ts'
import { renderPublicPage } from '#web/public-entry.tsx'
import { siteInfo } from '#web/test/samples.ts'

const site = siteInfo({ name: 'Brook' })

const figures: Solvency = {
  at: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  owed: {
    main: 50_000_000,
    deposit: 8_000_000,
    held: 1_500_000,
    inFlight: 500_000,
    escrow: 20_000_000,
    total: 80_000_000,
  },
  holds: {
    units: 90_000_000,
    at: '2026-11-20T11:59:00.000Z',
    wallets: [
      { currency: 'LTC', amount: '9.5', units: 90_000_000, address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
    ],
  },
  coverage: 11_250,
  paid: {
    day: { amount: 1_200_000, count: 1 },
    month: { amount: 33_000_000, count: 412 },
    ever: { amount: 99_000_000, count: 900 },
  },
  medianPaySeconds: 760,
  books: { balanced: true, provedAt: '2026-11-20T11:00:00.000Z', accounts: 300, transfers: 9_000 },
  days: [
    { day: '2026-11-18', owed: 58_000_000, held: null, paid: 1_000_000 },
    { day: '2026-11-19', owed: 59_000_000, held: 88_000_000, paid: 1_100_000 },
    { day: '2026-11-20', owed: 60_000_000, held: 90_000_000, paid: 1_200_000 },
  ],
}

const pageOf = async (solvency: Solvency | 'off' | null, path = '/solvency') => {
  const { status, html } = await renderPublicPage({ path, site, solvency })
  const page = new DOMParser().parseFromString(html, 'text/html')
  return { status, page, text: page.querySelector('main')?.textContent ?? '' }
}

test('says what is owed and held, what was paid, and how it is counted', async () => {
  const { status, page, text } = await pageOf(figures)
  expect(status).toBe(200)
  for (const shown of ['112.5% covered', '$800.00', '$900.00', '$12.00', '1 payout', '412 payouts', '13 min']) {
    expect(text).toContain(shown)
  }
  const rows = [...page.querySelectorAll('.solvency-rows')].map((list) => list.textContent)
  expect(rows[0]).toContain(formatTotal(80_000_000, 'USD'))
  expect(rows[1]).toContain('9.5 LTC')
  expect(text).toContain('Calculation')
  expect(page.querySelectorAll('tbody tr')).toHaveLength(3)
  expect(page.querySelector('.solvency-chart .solvency-held')?.getAttribute('d')).toMatch(/^M300\.0 \S+L600\.0 \S+$/)
  expect(page.querySelector('.foot a[href="/solvency"]')).not.toBeNull()
})

test('warns where too little is held, where nobody knows, and where the ledger does not balance', async () => {
  expect(
    (await pageOf({ ...figures, coverage: 8_000 })).page.querySelector('.solvency-verdict.tone-warn'),
  ).not.toBeNull()
  const unknown = (await pageOf({ ...figures, holds: null, coverage: null, medianPaySeconds: null })).text
  expect(unknown).toContain('Wallet balances unavailable')
  expect(unknown).toContain('no payouts yet')
  const books = { ...figures.books, balanced: false }
  expect((await pageOf({ ...figures, books })).text).toContain('Ledger mismatch')
})

test('says nothing of the ledger before it was proved', async () => {
  const books = { ...figures.books, balanced: null, provedAt: null }
  const { text } = await pageOf({ ...figures, books })
  expect(text).toContain('Not verified yet')
  expect(text).not.toContain('Ledger mismatch')
  expect((await pageOf({ ...figures, books }, '/')).text).not.toContain('last verified')
})

test('stands without figures, and says so where the owner hides them', async () => {
  expect(await pageOf(null)).toMatchObject({ status: 200, text: expect.stringContaining('for the first time') })
  const off = await pageOf('off')
  expect(off).toMatchObject({ status: 404, text: expect.stringContaining('doesn’t publish these figures') })
  expect(off.page.querySelector('.foot a[href="/solvency"]:not([hreflang])')).toBeNull()
})

test('stands on the first page in one glance, and only where it is shown', async () => {
  const { page, text } = await pageOf(figures, '/')
  expect(page.querySelector('main a[href="/solvency"]')).not.toBeNull()
  expect(text).toContain('112.5%')
  expect((await pageOf('off', '/')).text).not.toContain('Liabilities to users')
  expect((await pageOf(null, '/')).text).not.toContain('Liabilities to users')
})
