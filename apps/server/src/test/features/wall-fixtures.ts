import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { parseQuery } from '#features/offerwall/postback/parse.ts'
import { type Vendor, vendors, type WallCall } from './walls.ts'

/**
 * What the vendors of walls print, and calls composed by their rules. No line of these files is made from our presets:
 * `printed` is copied from the page of `source`; the values of `calls` are ours, and their signatures were computed
 * with other software.
 */
const Told = z.strictObject({
  kind: z.enum(['credit', 'reversal', 'ignored']),
  user: z.optional(z.string()),
  tx: z.optional(z.string()),
  amount: z.optional(z.string()),
  usd: z.optional(z.string()),
})
const Printed = z.strictObject({
  source: z.string(),
  text: z.string(),
  note: z.optional(z.string()),
  /** The address to read, where the printed text has more around it. */
  url: z.optional(z.string()),
  /** Of a form. */
  body: z.optional(z.string()),
  /** Where the vendor prints it, or another that the signature was computed with. */
  secret: z.optional(z.string()),
  /** Names that the vendor's example gave its parameters, where the owner chooses them. */
  names: z.optional(z.record(z.string(), z.string())),
  /** What the example says; left out for what is no call. */
  tells: z.optional(Told),
})
const FixtureCall = z.strictObject({
  event: z.enum(['announced', 'credit', 'reversal']),
  /** The page whose rules it follows, or `public code`. */
  by: z.string(),
  url: z.string(),
  method: z.optional(z.enum(['GET', 'POST'])),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
})
export type FixtureCall = z.infer<typeof FixtureCall>
const Fixture = z.strictObject({
  preset: z.string(),
  secret: z.string(),
  printed: z.array(Printed),
  calls: z.array(FixtureCall),
})
export type WallFixture = z.infer<typeof Fixture>

const folder = new URL('../fixtures/walls/', import.meta.url)

export const wallFixtures: readonly WallFixture[] = readdirSync(folder)
  .toSorted()
  .map((file) => z.parse(Fixture, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface Moved {
  readonly fixture: WallFixture
  readonly call: FixtureCall
  /** Who takes the place of user 1001. */
  readonly user: string
  /** What makes the transactions of one story different from those of another. */
  readonly story: string
  readonly slug: string
  /** Parameters that name a transaction. */
  readonly names: readonly string[]
  readonly userParam: string
  readonly signatureParam: string
}

/**
 * A call of a fixture as the same vendor would make it for a user of this site: other user, transaction and address,
 * the rest letter for letter, signed again by the test's own copy of the vendor's rule.
 */
export const movedCall = (moved: Moved): WallCall => {
  const { fixture, call, slug, signatureParam } = moved
  const path = `/api/postback/${slug}`
  const vendor = vendors[fixture.preset]
  if (vendor === undefined) throw new Error(`the test knows no vendor ${fixture.preset}`)
  if (call.body !== undefined) {
    const body = signedAgain(vendor, { ...moved, text: call.body, url: '' })
    return { method: 'POST', path, headers: FORM, body }
  }
  const query = call.url.slice(call.url.indexOf('?') + 1)
  const url = `http://runnel.test${path}?`
  if (signatureParam !== '')
    return { method: 'GET', path: `${path}?${signedAgain(vendor, { ...moved, text: query, url })}` }
  const text = replaced(moved, query)
  const [header = ''] = Object.keys(call.headers ?? {})
  return {
    method: 'GET',
    path: `${path}?${text}`,
    headers: { [header]: signatureFor(vendor, { ...moved, text, url }) },
  }
}

type Signing = Moved & { readonly text: string; readonly url: string }

const replaced = ({ names, userParam, user, story }: Moved, text: string): string =>
  text
    .split('&')
    .map((part) => {
      const [name = '', value = ''] = part.split('=')
      if (name === userParam) return `${name}=${user}`
      return names.includes(name) && value !== '' ? `${name}=${value}${story}` : part
    })
    .join('&')

const signatureFor = (vendor: Vendor, { text, url, fixture }: Signing): string => {
  const params = [...parseQuery(text)]
  const value = (name: string): string => params.find(([one]) => one === name)?.[1] ?? ''
  return vendor.sign({ params, value, secret: fixture.secret, url: `${url}${text}` })
}

const signedAgain = (vendor: Vendor, signing: Signing): string => {
  const unsigned = replaced(signing, signing.text)
    .split('&')
    .filter((part) => !part.startsWith(`${signing.signatureParam}=`))
    .join('&')
  const signature = signatureFor(vendor, { ...signing, text: unsigned })
  return `${unsigned}&${signing.signatureParam}=${encodeURIComponent(signature)}`
}
