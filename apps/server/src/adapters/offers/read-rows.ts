import * as z from 'zod/mini'
import type { FeedOffer, FeedTerms } from './offers.ts'

/** Numbers of a vendor's answer are text by now, digit for digit. */
export const Text = z.string()
/** Text with anything to read in it. */
export const Words = z.string().check(z.regex(/[^\s<>]/))
export const MaybeText = z.optional(z.nullable(z.string()))
export const MaybeList = z.optional(z.nullable(z.array(z.unknown())))

const ROWS_MAX = 200
const TITLE_MAX = 120
const WORDS_MAX = 1_000
const ID_MAX = 100
const URL_MAX = 2_000
const STEPS_MAX = 50
const NOTES_MAX = 10

/** The rows of a list that are as they should be; every other is left out, and none makes the whole fail. */
export const readRows = <Row extends z.ZodMiniType, Read>(
  list: unknown,
  shape: Row,
  read: (row: z.infer<Row>) => Read | undefined,
): Read[] =>
  (Array.isArray(list) ? list.slice(0, ROWS_MAX) : []).flatMap((given: unknown) => {
    const row = z.safeParse(shape, given)
    const done = row.success ? read(row.data) : undefined
    return done === undefined ? [] : [done]
  })

/** One line or a few of a stranger's text: no markup, no control characters, and an end. */
const plain = (text: string | null | undefined, most: number): string =>
  (text ?? '')
    .toWellFormed()
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

const AMOUNT = /^\d{1,12}(\.\d{1,18})?$/
/** A decimal number of at least zero; undefined for anything else, such as `variable`. */
export const amountIn = (text: string | null | undefined): string | undefined =>
  text !== null && text !== undefined && AMOUNT.test(text) ? text : undefined

/** Whole minutes, from one up; null where there is none. */
export const minutesIn = (text: string | null | undefined, perMinute = 1): number | null => {
  const number = Number(amountIn(text) ?? 0)
  return number > 0 && number < 1e8 ? Math.max(1, Math.round(number / perMinute)) : null
}

/** An address that a browser may open for an offer; undefined for anything else. */
const addressIn = (text: string): string | undefined => {
  if (text.length > URL_MAX || /\s/.test(text)) return undefined
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined
}

type MaybeWords = string | null | undefined

interface GivenTerms {
  readonly notes?: readonly unknown[] | null | undefined
  readonly disclaimer?: MaybeWords
  readonly confirmation?: MaybeWords
  readonly pending?: MaybeWords
  readonly limitMinutes?: number | null
  readonly supportUrl?: MaybeWords
}

type GivenOffer = Omit<FeedOffer, 'description' | 'requirements' | keyof FeedTerms> &
  GivenTerms & {
    readonly description: MaybeWords
    readonly requirements?: MaybeWords
  }

/** An offer cleaned of what no page should show; undefined without id, safe address or a reward. */
export const offerOf = (given: GivenOffer): FeedOffer | undefined => {
  const { id, steps } = given
  const title = plain(given.title, TITLE_MAX)
  const url = addressIn(given.url)
  const isPaid = given.amount !== undefined || given.usd !== undefined
  if (id === '' || plain(id, ID_MAX) !== id || url === undefined || !isPaid) return undefined
  return {
    ...given,
    title,
    url,
    description: plain(given.description, WORDS_MAX),
    requirements: plain(given.requirements, WORDS_MAX),
    ...termsOf(given),
    steps: steps.slice(0, STEPS_MAX).map((step) => ({ ...step, name: plain(step.name, TITLE_MAX) })),
  }
}

const termsOf = ({ notes, disclaimer, confirmation, pending, limitMinutes, supportUrl }: GivenTerms): FeedTerms => ({
  notes: (notes ?? [])
    .slice(0, NOTES_MAX)
    .flatMap((note) => (typeof note === 'string' ? plain(note, WORDS_MAX) || [] : [])),
  disclaimer: plain(disclaimer, WORDS_MAX),
  confirmation: plain(confirmation, TITLE_MAX),
  pending: plain(pending, TITLE_MAX),
  limitMinutes: limitMinutes ?? null,
  supportUrl: addressIn(supportUrl ?? '') ?? null,
})
