import { readAdUrl, youtubeIdOf } from '@runnel/contract/ad-url'
import { type AdKind, AdKind as Kind, AdUrl } from '@runnel/contract/advertise'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { CheckPage, PageCheckResult } from '#adapters/web-page/page-check.ts'
import type { CheckRun } from '#kernel/context.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { adUrlSentences } from '#kernel/words/ad-url.ts'
import { say, together, type Words } from '#kernel/words/say.ts'

/** What looking at an advertised page depends on. */
export interface PageDeps {
  readonly db: Db
  readonly runPageCheck: CheckPage
  readonly publicUrl: string
}

/** An address with the way in which it shall be shown. */
export interface Address {
  readonly kind: AdKind
  readonly url: string
}

/** What is to say of an address: whether it can be advertised this way, and if not, which way would work. */
export interface PageFinding {
  /**
   * `unseen` answered with an error, as many pages do to whatever they take for a robot: a person checks it and
   * decides. `unreachable` may be over in a minute; `refused` stays so until somebody changes something.
   */
  readonly verdict: 'good' | 'unseen' | 'unreachable' | 'refused'
  /** The code of the refusal; for a good one what it was found to be. */
  readonly code: string
  readonly sentence: Words
  readonly offer: AdKind | null
  readonly title: string | null
  readonly finalUrl: string | null
}

/** The address in its normal form, or the finding that it can be none. Asks nothing of the net. */
export const readAddress = (
  { kind, url }: Address,
  publicUrl: string,
): { ok: true; url: string; videoId: string | null } | { ok: false; finding: PageFinding } => {
  const siteHost = new URL(publicUrl).hostname
  const read = readAdUrl({ url, kind, siteHost })
  if (read.ok) return { ok: true, url: read.url, videoId: read.youtubeId }
  // What is not encrypted may still be opened in a tab of its own.
  const inTab = read.problem === 'not-https' && readAdUrl({ url, kind: 'window', siteHost }).ok
  const found = { sentence: adUrlSentences[read.problem], offer: inTab ? ('window' as const) : null }
  return { ok: false, finding: { ...nothingSeen, ...found, verdict: 'refused', code: asCode(read.problem) } }
}

/** Whether a campaign can be made of it; of what nobody could see, a person makes sure. */
export const mayWait = ({ verdict }: PageFinding): boolean => verdict === 'good' || verdict === 'unseen'

const nothingSeen = { title: null, finalUrl: null, offer: null } as const

const asCode = (problem: string): string => `AD_URL_${problem.toUpperCase().replaceAll('-', '_')}`

/** Checks an address that was read. A video of YouTube is known by its id; its page would only tell about YouTube. */
export const fetchPage = async (
  { runPageCheck, publicUrl }: Omit<PageDeps, 'db'>,
  address: Address,
): Promise<PageFinding> => {
  if (address.kind === 'youtube') {
    return { ...nothingSeen, verdict: 'good', code: 'youtube', sentence: say('advertise.youtubeVideo') }
  }
  return assessPage(address, await runPageCheck(address.url, { siteOrigin: new URL(publicUrl).origin }))
}

const assessPage = ({ kind, url }: Address, look: PageCheckResult): PageFinding => {
  if (look.kind === 'refused') {
    return { ...nothingSeen, verdict: 'refused', code: asCode(look.reason), sentence: look.msg }
  }
  if (look.kind === 'unreachable') {
    const verdict = look.reason === 'error-status' ? 'unseen' : 'unreachable'
    const code = verdict === 'unseen' ? 'AD_URL_ERROR' : 'AD_URL_UNREACHABLE'
    return { ...nothingSeen, verdict, code, sentence: look.msg }
  }
  const { finalUrl } = look
  if (look.kind === 'video') return assessVideo(kind, look)
  const { title } = look
  const seen = { title, finalUrl, offer: null }
  const isVideoPage = youtubeIdOf(url) !== null || youtubeIdOf(finalUrl) !== null
  const offer = isVideoPage ? 'youtube' : look.kind === 'frameable' ? 'iframe' : 'window'
  if (kind === 'video') {
    const sentence = say('advertise.urlWebPageMp4')
    return { ...seen, verdict: 'refused', code: 'AD_URL_NOT_VIDEO', sentence, offer }
  }
  if (kind === 'iframe' && look.kind === 'refuses-frames') {
    const instead = isVideoPage ? say('advertise.chooseAdTypeYoutube') : say('advertise.chooseAdTypeNew')
    return { ...seen, verdict: 'refused', code: 'FRAMES_REFUSED', sentence: together(look.msg, instead), offer }
  }
  const sentence = look.kind === 'frameable' ? say('advertise.pageEmbedded') : look.msg
  return { ...seen, verdict: 'good', code: look.kind, sentence }
}

const assessVideo = (kind: AdKind, look: Extract<PageCheckResult, { kind: 'video' }>): PageFinding => {
  const { contentType, bytes, finalUrl } = look
  const seen = { title: null, finalUrl, offer: null }
  if (kind === 'iframe') {
    const sentence = say('advertise.urlVideoFileChoose')
    return { ...seen, verdict: 'refused', code: 'AD_URL_IS_VIDEO', sentence, offer: 'video' }
  }
  const sentence =
    bytes === null
      ? say('advertise.videoFile', { contentType })
      : say('advertise.videoFileSize', { contentType, megabytes: Math.round(bytes / 100_000) / 10 })
  return { ...seen, verdict: 'good', code: 'video', sentence }
}

const PageBody = z.object({ kind: Kind, url: AdUrl })

/** The check `page`: checks what shall be advertised before the transaction begins, and keeps what it found. */
export const checkPage =
  (deps: PageDeps): CheckRun =>
  async ({ body, now }) => {
    const { kind, url: given } = z.parse(PageBody, body)
    const read = readAddress({ kind, url: given }, deps.publicUrl)
    if (!read.ok) return refuseField('url', read.finding.code, read.finding.sentence)
    const address = { kind, url: read.url }
    const finding = await fetchPage(deps, address)
    if (!mayWait(finding)) refuseField('url', finding.code, finding.sentence)
    await deps.db.write((tx) => storePageFinding(tx, { ...address, finding, now }))
  }

/** Keeps the last finding of an address, for the people who approve. */
export const storePageFinding = async (
  tx: Tx,
  { kind, url, finding, now }: Address & { finding: PageFinding; now: Date },
): Promise<void> => {
  const { verdict, code, sentence, title, finalUrl } = finding
  const seen = { ok: verdict === 'good', finding: code, sentence, title, final_url: finalUrl, at: now }
  const since = sql<Date>`CASE page_looks.finding WHEN ${code} THEN page_looks.since ELSE ${now} END`
  await tx
    .insertInto('page_looks')
    .values({ kind, url, ...seen, since: now })
    .onConflict((row) => row.columns(['kind', 'url']).doUpdateSet({ ...seen, since }))
    .execute()
}

/** What was found at an address when it was last looked at. */
export const lastFinding = (db: Read, { kind, url }: Address) =>
  db
    .selectFrom('page_looks')
    .select(['finding', 'at', 'since'])
    .where('kind', '=', kind)
    .where('url', '=', url)
    .executeTakeFirst()
