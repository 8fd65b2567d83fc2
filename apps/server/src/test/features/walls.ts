import { createHash, createHmac } from 'node:crypto'
import type { WallPreset } from '@runnel/contract/admin/offerwall'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import type { Person, World } from '#test/world.ts'

/** One call of a wall, as its own software would make it. */
export interface WallCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

type Params = readonly (readonly [string, string])[]
type Sign = (sent: { value: (name: string) => string; params: Params; url: string; secret: string }) => string

const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')
const mac = (algorithm: string, secret: string, text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac(algorithm, secret).update(text).digest(encoding)
const form = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1).replaceAll('*', '%2A')
const familySign: Sign = ({ value, secret }) => hex('md5', value('subId') + value('transId') + value('reward') + secret)
const tokenSign: Sign = ({ secret }) => secret

/** What the vendors' software does, written anew by PROTOCOLS.md and not by our code. */
export interface Vendor {
  readonly sign: Sign
  /** Whether its signature covers the amount. */
  readonly coversAmount: boolean
  readonly coversUser: boolean
  readonly sends?: 'form' | 'multipart'
  /** What it sends beside what every wall does. */
  readonly extra?: Params
  /** A reversal has a transaction of its own and names the credit by this. */
  readonly names?: 'tx' | 'shared' | 'prefixed'
}

export const vendors: Readonly<Record<string, Vendor>> = {
  'cpx-research': {
    sign: ({ value, secret }) => hex('md5', `${value('trans_id')}-${secret}`),
    coversAmount: false,
    coversUser: false,
    extra: [['type', 'complete']],
  },
  pollfish: {
    sign: ({ value, secret }) =>
      mac(
        'sha1',
        secret,
        [
          value('click_id'),
          value('cpa'),
          value('device_id'),
          value('status'),
          value('term_reason'),
          value('timestamp'),
          value('tx_id'),
        ].join(':'),
        'base64',
      ),
    coversAmount: true,
    coversUser: true,
    extra: [
      ['device_id', 'dev-1'],
      ['request_uuid', ''],
      ['status', 'eligible'],
      ['term_reason', ''],
      ['timestamp', '1463152452308'],
    ],
  },
  bitlabs: {
    sign: ({ url, secret }) => mac('sha1', secret, url),
    coversAmount: true,
    coversUser: true,
    names: 'tx',
  },
  'bitlabs-stateful': {
    sign: ({ url, secret }) => mac('sha1', secret, url),
    coversAmount: true,
    coversUser: true,
  },
  ayet: {
    names: 'prefixed',
    sign: ({ params, secret }) =>
      mac(
        'sha256',
        secret,
        params
          .map(([name, value]) => `${name}=${form(value)}`)
          .toSorted()
          .join('&'),
      ),
    coversAmount: true,
    coversUser: true,
  },
  lootably: {
    sign: ({ value, secret }) =>
      hex('sha256', value('userID') + value('ip') + value('revenue') + value('currencyReward') + secret),
    coversAmount: true,
    coversUser: true,
  },
  notik: {
    sign: ({ url, secret }) => mac('sha1', secret, url),
    coversAmount: true,
    coversUser: true,
    names: 'tx',
  },
  'wannads-old': { sign: familySign, coversAmount: true, coversUser: true, names: 'shared' },
  'wannads-new': { sign: tokenSign, coversAmount: false, coversUser: false },
  torox: {
    sign: ({ value, secret }) => hex('md5', `${value('oid')}-${value('user_id')}-${secret}`),
    coversAmount: false,
    coversUser: true,
    extra: [['oid', '555']],
  },
  timewall: {
    sign: ({ value, secret }) => hex('sha256', value('userID') + value('revenue') + secret),
    // The amount in the site's own currency is not covered, only the dollars are.
    coversAmount: false,
    coversUser: true,
  },
  monlix: { sign: tokenSign, coversAmount: false, coversUser: false },
  adgate: { sign: tokenSign, coversAmount: false, coversUser: false },
  adscend: { sign: tokenSign, coversAmount: false, coversUser: false },
  bitcotasks: { sign: familySign, coversAmount: true, coversUser: true, sends: 'form' },
  'offerwall-me': { sign: familySign, coversAmount: true, coversUser: true, sends: 'multipart' },
  kiwiwall: {
    sign: ({ value, secret }) => hex('md5', `${value('sub_id')}:${value('amount')}:${secret}`),
    coversAmount: true,
    coversUser: true,
  },
  offerdaddy: {
    sign: ({ value, secret }) => hex('md5', `${value('transaction_id')}/${value('offer_id')}/${secret}`),
    coversAmount: false,
    coversUser: false,
    extra: [['offer_id', '7']],
  },
  family: { sign: familySign, coversAmount: true, coversUser: true },
  generic: {
    sign: ({ value, secret }) =>
      mac('sha256', secret, [value('user'), value('tx'), value('amount'), value('usd'), value('status')].join(':')),
    coversAmount: true,
    coversUser: true,
  },
}

/** What a wall tells of. */
export interface Story {
  readonly kind: 'credit' | 'reversal'
  readonly user: string
  readonly tx: string
  /** In the wall's own currency; a thousand of them are a dollar, except at Pollfish, which counts cents. */
  readonly amount: string
  /** The transaction of a reversal that has one of its own. */
  readonly back?: string
  readonly isTest?: boolean
  /** Parameters that this call has beside those of every other. */
  readonly extra?: Params
  /** Changes what is sent after it was signed. */
  readonly tamper?: (params: Params) => Params
  readonly secret?: string
}

const site = 'http://runnel.test'
export const secretOf = (id: string): string => `secret of ${id}`
/** Where the test's walls of each preset are. */
export const slugOf = (id: string): string => `my-${id}`

/** Makes the calls of a wall by its preset's data and the vendor's own way to sign. */
export const callOf = (preset: WallPreset, story: Story): WallCall => {
  const vendor = vendors[preset.id]
  if (vendor === undefined) throw new Error(`the test knows no vendor ${preset.id}`)
  const { rules, id } = preset
  const secret = story.secret ?? secretOf(id)
  const path = `/api/postback/${slugOf(id)}`
  const isNegative = story.kind === 'reversal' && rules.reversalValues.length === 0
  const params: (readonly [string, string])[] = [
    [rules.userParam, story.user],
    ...namesOf(preset, vendor, story),
    ...amountsOf(preset, story.amount, isNegative),
    ...statusOf(preset, story.kind),
    ...(rules.offerParam === '' ? [] : [[rules.offerParam, 'A + & B game'] as const]),
    ...(rules.ipParam === '' ? [] : [[rules.ipParam, '203.0.113.7'] as const]),
    ...(vendor.extra ?? []),
    ...(story.extra ?? []),
    ...(story.isTest === true ? [[rules.testParams[0] ?? 'test', 'true'] as const] : []),
  ]
  const query = (list: Params): string => list.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const value = (name: string): string => params.find(([one]) => one === name)?.[1] ?? ''
  const signature = vendor.sign({ params, value, secret, url: `${site}${path}?${query(params)}` })
  const told = story.tamper?.(params) ?? params
  if (rules.signatureHeader !== '') {
    return { method: 'GET', path: `${path}?${query(told)}`, headers: { [rules.signatureHeader]: signature } }
  }
  const sent: Params = [...told, [rules.signatureParam, signature]]
  if (vendor.sends === 'form') {
    return { method: 'POST', path, body: query(sent), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  return vendor.sends === 'multipart' ? multipart(path, sent) : { method: 'GET', path: `${path}?${query(sent)}` }
}

const namesOf = ({ rules }: WallPreset, vendor: Vendor, { kind, tx, back = `${tx}-back` }: Story): Params => {
  if (vendor.names === undefined) return [[rules.txParam, tx]]
  const own = kind === 'credit' ? tx : back
  if (vendor.names === 'prefixed') return [[rules.txParam, kind === 'credit' ? tx : `r-${tx}`]]
  if (vendor.names === 'shared')
    return [
      [rules.txParam, own],
      [rules.refParam, `uuid-${tx}`],
    ]
  return [
    [rules.txParam, own],
    [rules.refParam, kind === 'credit' ? '' : tx],
  ]
}

const amountsOf = ({ id, rules }: WallPreset, amount: string, isNegative: boolean): Params => {
  const sign = isNegative ? '-' : ''
  if (id === 'pollfish') return [['cpa', amount]]
  const dollars = (Number(amount) / 1_000).toFixed(4)
  return [
    [rules.amountParam, `${sign}${amount}`],
    ...(rules.usdParam === '' ? [] : [[rules.usdParam, `${sign}${dollars}`] as const]),
  ]
}

const statusOf = ({ rules }: WallPreset, kind: Story['kind']): Params => {
  const value = kind === 'reversal' ? (rules.reversalValues[0] ?? rules.creditValues.at(-1)) : rules.creditValues[0]
  return rules.statusParam === '' || value === undefined ? [] : [[rules.statusParam, value]]
}

const multipart = (path: string, params: Params): WallCall => {
  const parts = params.map(
    ([name, value]) => `--x-1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=x-1' }
  return { method: 'POST', path, body: `${parts.join('')}--x-1--\r\n`, headers }
}

/** Delivers a call from somewhere; tells the status and the words that the wall reads. */
export const deliver = async (world: World, call: WallCall): Promise<{ status: number; text: string }> => {
  const { status, body } = await world.guest().raw(call)
  return { status, text: String(body['text'] ?? JSON.stringify(body)) }
}

/** A wall of a preset, as an owner sets it up. */
export const wallFields = (preset: WallPreset) => ({
  preset: preset.id,
  slug: slugOf(preset.id),
  name: inEnglish(preset.name).slice(0, 40),
  conditions: '',
  frameUrl: preset.frameUrl,
  keys: Object.fromEntries(preset.keys.map((name) => [name, `my ${name}`])),
  allowedIps: [],
  refuseOtherIps: false,
  unitsPerAmount: preset.id === 'pollfish' ? '20' : '2',
  shareBasisPoints: 7_000,
  maxReward: 10_000,
  holdAbove: 2_000,
  holdDays: 30,
  countries: [],
  minLevel: 1,
  rules: preset.rules,
  offersByApi: false,
  offerApiUrl: '',
  supportEmail: '',
  apiKey: '',
  enabled: true,
  position: 0,
  secret: secretOf(preset.id),
})

/** The name by which walls know a person, as it stands in the address of their frames. */
export const refAt = async (person: Person, wallId: string): Promise<string> => {
  const { url, pollfish } = await person.offerwall.wall({ params: { id: wallId } })
  return pollfish?.clickId ?? /[\w-]{22}_[\w-]{9}/.exec(url)?.[0] ?? ''
}

export const owns = async (world: World, { id }: Person) => {
  const { main, held } = await balancesOf(world.db.read, id)
  return { main, held }
}
