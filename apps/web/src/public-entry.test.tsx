import { createHash } from 'node:crypto'
import type { HomeStats } from '@runnel/contract/home'
import { LOCALES } from '@runnel/contract/locale'
import { describe, expect, it } from 'vitest'
import { siteInfo } from '#web/test/samples.ts'
import { inlineScriptHashes, inlineStyleHashes, publicPaths, renderPublicPage } from './public-entry.tsx'

const now = Date.parse('2026-11-20T12:00:00.000Z')

const site = siteInfo({ name: 'Brook & Co', contactEmail: 'help@example.com' })

const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString()

const stats: HomeStats = {
  totalEarned: 184_523_990,
  totalUsers: 12_894,
  currencies: ['LTC'],
  paidOut: 151_200_000,
  medianPaySeconds: 760,
  payouts: [
    {
      amount: 25_000,
      receives: '0.00412',
      currency: 'LTC',
      txId: `3f9a1b${'0'.repeat(52)}7cc0ff`,
      txUrl: null,
      paidAt: hoursAgo(2),
    },
  ],
  earnedToday: 812_300,
  paidToday: 640_000,
  payoutsToday: 17,
  week: { earned: 4_512_000, paidOut: 3_900_000, payouts: 212, medianPaySeconds: 66 },
  ways: ['faucet', 'ptc'],
  rates: [
    { kind: 'faucet', count: 8_110, reward: 31, seconds: 310, perMinute: 6 },
    { kind: 'ptc', count: 3, reward: null, seconds: null, perMinute: null },
  ],
  firstWithdrawal: {
    methods: [{ name: 'Litecoin', currency: 'LTC', minimum: 1_000, fee: 30 }],
    reviewAbove: 3_000,
    answers: 100,
    days: 7,
    addressWaitHours: 24,
    uncoveredMinimum: 10_000,
  },
  faucet: { reward: 30, timer: 300 },
}

const content = { title: 'Our rules', html: '<p>Be kind.</p>', updatedAt: hoursAgo(48) }
const nothingYet = {
  ...stats,
  totalEarned: 0,
  totalUsers: 0,
  currencies: [],
  paidOut: 0,
  payouts: [],
  medianPaySeconds: null,
  week: { earned: 0, paidOut: 0, payouts: 0, medianPaySeconds: null },
  rates: stats.rates.map(({ kind }) => ({ kind, count: 0, reward: null, seconds: null, perMinute: null })),
  firstWithdrawal: { ...stats.firstWithdrawal, methods: [], reviewAbove: null, uncoveredMinimum: null },
}

const pageOf = async (input: Partial<Parameters<typeof renderPublicPage>[0]>) => {
  const { status, html } = await renderPublicPage({ path: '/', site, stats, content, now, ...input })
  return { status, html, page: new DOMParser().parseFromString(html, 'text/html') }
}

describe('status', () => {
  it('is 200 for every public page', async () => {
    expect(publicPaths).toEqual(['/', '/privacy-policy', '/terms-of-service', '/solvency', '/contact'])
    for (const path of publicPaths) expect(await pageOf({ path })).toMatchObject({ status: 200 })
  })

  it('is 404 for a text that the owner took away, and for any other path', async () => {
    for (const path of ['/privacy-policy', '/terms-of-service']) {
      expect(await pageOf({ path, content: null })).toMatchObject({ status: 404 })
    }
    for (const path of ['/nowhere', '/constructor', '__proto__', '']) {
      expect(await pageOf({ path })).toMatchObject({ status: 404 })
    }
  })
})

describe('the home page', () => {
  it('shows the live figures and the payouts with their transaction ids in full', async () => {
    const { page } = await pageOf({})
    const text = page.body.textContent
    for (const shown of [
      '$1,845.23',
      '$1,512.00',
      '12,894',
      '13 min',
      'Every 5 minutes',
      '0.00412 LTC',
      '2 hours ago',
    ]) {
      expect(text).toContain(shown)
    }
    expect(text).toContain(`3f9a1b${'0'.repeat(52)}7cc0ff`)
  })

  it('tells what the week paid, what each way pays, and what a first withdrawal needs', async () => {
    const { page } = await pageOf({ origin: 'https://example.com', locale: 'es' })
    const card = page.querySelector('meta[property="og:image"]')?.getAttribute('content')
    expect(card).toBe('https://example.com/es/og.png')
    const text = (await pageOf({})).page.body.textContent
    for (const shown of [
      'Users earned $45.12 in the last 7 days. Half of the 212 payouts took less than 1.1 minutes.',
      '6 units/min',
      '31 units ≈ $0.00031 on average',
      'AdsNot enough records yet',
      'At least $0.10 until your offers, ads and tasks cover your faucet and bonus rewards.',
      'Withdrawals above $0.03 are reviewed before they are paid.',
      'fewer than 100 captchas and used your account for less than 7 days',
      'The first payout to a new address waits 24 hours.',
      'Litecoin$0.011,000 units$0.0003',
    ]) {
      expect(text).toContain(shown)
    }
  })

  it('invents nothing on a new site', async () => {
    const text = (await pageOf({ stats: nothingYet })).page.body.textContent
    expect(text).not.toContain('in the last 7 days')
    expect(text).toContain('FaucetNot enough records yet')
    expect(text).toContain('We review every withdrawal before it is paid.')
    expect(text).toContain('No withdrawal methods available')
    expect(text).toContain('There aren’t enough payouts yet to give a typical time.')
  })

  it('stands without payouts, without users and without figures', async () => {
    expect((await pageOf({ stats: nothingYet })).page.body.textContent).toContain('No payouts yet.')
    const bare = (await pageOf({ stats: null })).page
    expect(bare.querySelector('h1')?.textContent).toContain('Earn free crypto')
    expect(bare.body.textContent).not.toContain('$')
  })

  it('has the owner’s banners in frames without an origin, one wide and one small, with their room', async () => {
    expect((await pageOf({})).page.querySelector('iframe')).toBeNull()
    const { page } = await pageOf({ site: { ...site, banners: ['728x90', '468x60', '300x250', '160x600'] } })
    const frames = [...page.querySelectorAll('iframe')]
    expect(frames.map((frame) => frame.getAttribute('src'))).toEqual(['/banner/728x90', '/banner/300x250'])
    expect(frames.map(({ width, height }) => [width, height])).toEqual([
      ['728', '90'],
      ['300', '250'],
    ])
    expect(page.body.textContent).not.toContain('No third parties')
    for (const frame of frames) expect(frame.getAttribute('sandbox')).not.toMatch(/same-origin|top-navigation/)
  })

  it('offers no account while registration is closed', async () => {
    const closed = (await pageOf({ site: { ...site, registrationOpen: false } })).page
    expect(closed.querySelector('a[href="/register"]')).toBeNull()
    expect(closed.querySelector('a[href="/login"]')).not.toBeNull()
    expect((await pageOf({})).page.querySelector('a[href="/register"]')).not.toBeNull()
  })
})

describe('what the owner typed', () => {
  it('never becomes markup', async () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const evilSite = {
      ...site,
      name: evil,
      contactEmail: evil,
      currency: evil,
      logo: evil,
      maintenance: { message: evil, until: null },
    }
    const evilStats = {
      ...stats,
      currencies: [evil],
      payouts: [{ ...stats.payouts[0]!, currency: evil, txId: evil, receives: evil }],
    }
    for (const path of [...publicPaths, '/nowhere']) {
      const { html, page } = await pageOf({ path, site: evilSite, stats: evilStats, origin: `https://x/${evil}` })
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img src=x')
      expect(page.querySelectorAll('script')).toHaveLength(1)
      expect(page.querySelector('[onerror]')).toBeNull()
      expect(page.title).toContain(evil)
    }
  })

  it('never becomes style', async () => {
    // A row that went wrong may hold anything where a number belongs.
    const hue = '1}</style><b>' as unknown as number
    expect((await pageOf({ site: { ...site, hue } })).html).toContain(':root{--brand-hue:0}')
  })
})

describe('the content security policy', () => {
  it('is given the hash of every inline script and style', async () => {
    for (const path of [...publicPaths, '/nowhere']) {
      const { page } = await pageOf({ path })
      const scripts = [...page.querySelectorAll('script')].map(({ textContent }) => hashOf(textContent))
      const styles = [...page.querySelectorAll('style')].map(({ textContent }) => hashOf(textContent))
      expect(scripts).toEqual(inlineScriptHashes)
      expect(inlineStyleHashes(site)).toEqual(expect.arrayContaining(styles))
      expect(page.querySelector('[style], [onclick], [onsubmit]')).toBeNull()
    }
  })
})

describe('words', () => {
  it('all come from the catalogue', async () => {
    const ofData = [
      site.name,
      site.contactEmail,
      content.title,
      'Be kind.',
      '2 hours ago',
      'LTC',
      'Litecoin',
      '0.00412 LTC',
      '13 min',
    ]
    for (const path of [...publicPaths, '/nowhere']) {
      for (const part of [{}, { stats: nothingYet }, { stats: null, content: null }]) {
        const { page } = await pageOf({ path, locale: 'pseudo', ...part })
        expect(foreignWords(page, ofData), path).toEqual([])
      }
    }
  })

  it('are those of the language, which the document names with its siblings', async () => {
    const { page } = await pageOf({ path: '/contact', locale: 'ar', origin: 'https://example.com' })
    expect(page.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(page.querySelector('h1')?.textContent).toMatch(/\p{Script=Arabic}/u)
    expect(page.title).toMatch(/\p{Script=Arabic}/u)
    expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/\p{Script=Arabic}/u)
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://example.com/ar/contact')
    const siblings = [...page.querySelectorAll('link[rel=alternate]')].map((link) => link.getAttribute('hreflang'))
    expect(siblings).toEqual([...LOCALES.map(({ tag }) => tag), 'x-default'])
    const english = [...page.querySelectorAll('a[data-locale=en]')].map((link) => link.getAttribute('href'))
    expect(english).toEqual(['/contact', '/contact'])
    expect(page.querySelector('.foot a[href="/ar/terms-of-service"]')).not.toBeNull()
  })

  it('are English where the locale has no catalogue', async () => {
    expect((await pageOf({ locale: '../evil' })).page.querySelector('h1')?.textContent).toBe(
      'Earn free crypto, paid to your wallet.',
    )
  })
})

/** Texts and spoken attributes in plain letters, without the marks and accents of the pseudo-language. */
const foreignWords = (page: Document, ofData: string[]): string[] => {
  // A language is called by its own name in all of them.
  for (const hidden of page.querySelectorAll('script, style, code, [data-locale]')) hidden.remove()
  const texts: (string | null)[] = []
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent)
  for (const element of page.querySelectorAll('[aria-label], [title], [placeholder], [alt], meta[name=description]')) {
    texts.push(...['aria-label', 'title', 'placeholder', 'alt', 'content'].map((name) => element.getAttribute(name)))
  }
  const words = JSON.parse(page.querySelector('[data-words]')?.getAttribute('data-words') ?? '{}') as Record<
    string,
    string
  >
  const all = [...texts, ...Object.values(words)].map((text) => text?.trim() ?? '')
  return all.filter((text) => /[a-z]{2}/i.test(text) && !/[⟦⟧]/.test(text) && !ofData.includes(text))
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
