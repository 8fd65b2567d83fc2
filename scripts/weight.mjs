import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { root } from './root.mjs'

const dist = join(root, 'apps', 'web', 'dist')
const client = join(dist, 'client')

/** Bytes that a browser receives at the first load, brotli-compressed. */
const budgets = {
  publicScript: 2_000,
  publicStyle: 5_000,
  page: 115_000,
  /** What a member opens most, in every language; it weighed this much when there was only English. */
  faucet: 103_985,
  pageWithSearch: 135_000,
  adminPage: 180_000,
  /** Of a language with two bytes to a letter; the table of settings is nearly all words. */
  adminPageElsewhere: 183_000,
  style: 10_000,
  adminStyle: 14_000,
}

/** Files of its own that the document of a first visit asks for; `bench -- pages` counts all requests. */
const filesOfFirstVisits = { '/login': 5, '/app/faucet': 4 }

/** What the server would put into a public page; only its shape matters here. */
const sample = {
  origin: 'https://example.com',
  site: {
    name: 'Runnel',
    logo: '',
    hue: 190,
    currency: 'USD',
    contactEmail: 'a@example.com',
    maintenance: null,
    registrationOpen: true,
    minimumAge: 0,
    googleLogin: true,
    telegramLogin: true,
    banners: ['728x90', '300x250'],
    adblockWall: false,
  },
  stats: {
    totalEarned: 123_456,
    totalUsers: 12,
    currencies: ['BTC'],
    paidOut: 1234,
    payouts: [],
    medianPaySeconds: 60,
    week: { earned: 12_345, paidOut: 1234, payouts: 12, medianPaySeconds: 60 },
    rates: ['faucet', 'ptc', 'link', 'task', 'bonus'].map((kind) => ({
      kind,
      count: 20,
      reward: 30,
      seconds: 60,
      perMinute: 30,
    })),
    firstWithdrawal: {
      methods: [{ name: 'Bitcoin', currency: 'BTC', minimum: 1_000, fee: 10 }],
      reviewAbove: 1_000,
      answers: 100,
      days: 7,
      addressWaitHours: 24,
      uncoveredMinimum: 1_000,
    },
    faucet: { reward: 100, timer: 300 },
  },
  solvency: {
    at: '2026-01-01T00:00:00.000Z',
    currency: 'USD',
    owed: { main: 1, deposit: 1, held: 1, inFlight: 1, escrow: 1, total: 5 },
    holds: null,
    coverage: null,
    paid: { day: { amount: 1, count: 1 }, month: { amount: 1, count: 1 }, ever: { amount: 1, count: 1 } },
    medianPaySeconds: 60,
    books: { balanced: true, provedAt: null, accounts: 1, transfers: 1 },
    days: [],
  },
  content: { title: 'Title', html: '<p>Text</p>', updatedAt: '2026-01-01T00:00:00.000Z' },
}

/** Refuses a site that grew heavier than promised, and names what did. */
const checkWeight = async () => {
  refuseCircles(readManifest())
  const weights = [...weighPages(), ...weighStyles(), ...(await weighPublicPages())]
  const heavy = weights.filter(({ bytes, budget }) => bytes > budget)
  const faults = [...heavy.map(sentence), ...manyFiles()]
  if (faults.length === 0) return
  console.error(faults.join('\n'))
  process.exitCode = 1
}

const sentence = ({ name, bytes, budget }) => `${name} weighs ${bytes} bytes; ${budget} are allowed`

const manyFiles = () => {
  const preloads = JSON.parse(readFileSync(join(client, 'preloads.json'), 'utf8'))
  return Object.entries(filesOfFirstVisits)
    .filter(([path, allowed]) => preloads[path].length > allowed)
    .map(([path, allowed]) => `${path} asks for ${preloads[path].length} files of its own; ${allowed} are allowed`)
}

/** Of chunks that import one another in a circle, one runs before what it needs, and the page stays empty. */
const refuseCircles = (manifest) => {
  const done = new Set()
  const visit = (key, way) => {
    if (way.includes(key)) throw new Error(`Chunks import one another in a circle: ${[...way, key].join(' → ')}`)
    if (done.has(key)) return
    for (const next of manifest[key].imports ?? []) visit(next, [...way, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
}

/** Each page with the entry, its layout, its own chunk and all that these import, in every language. */
const weighPages = () => {
  const manifest = readManifest()
  const folders = JSON.parse(readFileSync(join(client, 'locales.json'), 'utf8'))
  return partsOfPages(manifest).flatMap(({ page, parts }) => {
    const files = [...new Set(parts.flatMap((key) => [...filesOf(manifest, key)]))]
    const budget = budgetOf(manifest, page)
    const english = { name: page, bytes: sizeOf(files), budget }
    // Nobody reads the pseudo-language, which is longer than any other.
    const spokenHere = Object.entries(folders).filter(([locale]) => locale !== 'pseudo')
    const others = spokenHere.map(([locale, folder]) => ({
      name: `${page} (${locale})`,
      bytes: sizeOf(files.map((file) => spoken(file, folder))),
      budget: budget === budgets.adminPage ? budgets.adminPageElsewhere : budget,
    }))
    return [english, ...others]
  })
}

/** The file of a language, or the common one where there is nothing to say; `app-pages.ts` serves it so. */
const spoken = (file, folder) => {
  const own = file.replace('assets/', `assets/${folder}/`)
  return existsSync(join(client, own)) ? own : file
}

/** All styles that a page may load, those of its later parts too: a user's page 10 KB, an owner's page 14 KB. */
const weighStyles = () => {
  const manifest = readManifest()
  return partsOfPages(manifest).map(({ page, parts }) => {
    const styles = parts.flatMap((key) => [...stylesOf(manifest, key)])
    const budget = page.startsWith('src/features/admin/') ? budgets.adminStyle : budgets.style
    return { name: `Styles of ${page}`, bytes: sizeOf(new Set(styles)), budget }
  })
}

const readManifest = () => JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'))

const partsOfPages = (manifest) => {
  const keys = Object.keys(manifest)
  // Other parts beside the layouts, such as what stands behind the bell, come when somebody opens them.
  const layouts = keys.filter(
    (key) => /^src\/shell\/layouts\/\w+Layout[.]tsx$/.test(key) && manifest[key].isDynamicEntry,
  )
  if (layouts.length === 0) throw new Error('The manifest names no layout: every page would weigh too little.')
  // The page that shows the parts to developers holds all of them, and nobody else opens it.
  const pages = keys.filter((key) => /^src\/features\/(?!main\/DevUi).*Page[.]tsx$/.test(key))
  return pages.map((page) => {
    const around = layouts.filter((layout) => frameOf(layout) === frameOf(page))
    return { page, parts: [page, ...around] }
  })
}

const frameOf = (key) => (/ptc\/View|\/Full/.test(key) ? 'full' : isGuestPart(key) ? 'guest' : 'app')

const isGuestPart = (key) => /features\/auth\/|\/Guest/.test(key)

const budgetOf = (manifest, page) => {
  if (page.startsWith('src/features/admin/')) return budgets.adminPage
  if (page.endsWith('/FaucetPage.tsx')) return budgets.faucet
  const searches = !isGuestPart(page) && mayOpenSearch(manifest, page)
  return searches ? budgets.pageWithSearch : budgets.page
}

/** The searchable select may be asked for by the page itself or by a file that it shares with others. */
const mayOpenSearch = (manifest, page) => {
  const files = filesOf(manifest, page)
  const parts = Object.values(manifest).filter(({ file }) => files.has(file))
  return parts.some(({ dynamicImports = [] }) => dynamicImports.some((key) => /SearchSelect/.test(key)))
}

const filesOf = (manifest, key, seen = new Set()) => {
  const { file, imports = [] } = manifest[key]
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of imports) filesOf(manifest, next, seen)
  return seen
}

const stylesOf = (manifest, key, seen = new Set()) => {
  if (seen.has(key)) return new Set()
  seen.add(key)
  const { css = [], imports = [], dynamicImports = [] } = manifest[key]
  // What starts the app knows every page and layout, but a page only comes with its own.
  const later = dynamicImports.filter((next) => !/Page[.]tsx$|^src\/shell\/layouts\//.test(next))
  return new Set([...css, ...[...imports, ...later].flatMap((next) => [...stylesOf(manifest, next, seen)])])
}

const sizeOf = (files) => [...files].reduce((sum, file) => sum + sizeOfFile(file), 0)

/** The build has compressed every file beside itself, exactly as the server sends it. */
const sizeOfFile = (file) => statSync(join(client, `${file}.br`), { throwIfNoEntry: false })?.size ?? plainSize(file)

/** Files too small to gain from compression are sent as they are. */
const plainSize = (file) => statSync(join(client, file)).size

const compressed = (content) => brotliCompressSync(content).length

const weighPublicPages = async () => {
  const { publicPaths, renderPublicPage } = await import(pathToFileURL(join(dist, 'public', 'render.js')).href)
  const weights = []
  for (const path of publicPaths) {
    const { html } = await renderPublicPage({ ...sample, path })
    weights.push({ name: `Scripts inside ${path}`, bytes: inlined(html, 'script'), budget: budgets.publicScript })
    weights.push({ name: `Styles inside ${path}`, bytes: inlined(html, 'style'), budget: budgets.publicStyle })
  }
  return weights
}

const inlined = (html, tag) => {
  const parts = html.matchAll(new RegExp(`<${tag}\\b(?![^>]*application/)[^>]*>(.*?)</${tag}>`, 'gs'))
  const text = [...parts].map((part) => part[1]).join('')
  return text ? compressed(Buffer.from(text)) : 0
}

await checkWeight()
