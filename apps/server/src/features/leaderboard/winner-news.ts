import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { storedTextHtml } from '#features/home/home.ts'
import { postNews } from '#features/news/news.ts'
import type { Tx } from '#kernel/db.ts'
import { isCode, lineByLine, money, say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { type PeriodBoard, winnersTitle } from './periods.ts'

interface AnnounceInput {
  readonly period: { readonly board: PeriodBoard; readonly start: string }
  readonly winners: readonly {
    readonly username: string
    readonly hidden: boolean
    readonly value: Units
    readonly prize: Units
  }[]
  readonly settings: Settings
  readonly now: Date
}

/** Publishes who won, best first. */
export const announceWinners = (tx: Tx, { period, winners, settings, now }: AnnounceInput): Promise<void> => {
  const amount = (units: Units) => money(units, settings.site_currency)
  const lines = winners.map(({ username, hidden, value, prize }, index) => {
    const name = hidden ? HIDDEN : shownName(username)
    // A number of Markdown's list has plain digits.
    return say('leaderboard.winner', { rank: String(index + 1), name, value: amount(value), prize: amount(prize) })
  })
  return postNews(tx, {
    title: winnersTitle(period.board, period.start),
    markdown: lineByLine(...lines),
    source: `leaderboard:${period.board}:${period.start}`,
    now,
  })
}

const HIDDEN = say('leaderboard.hidden')

// An underscore in a name would be read as a sign of Markdown.
const shownName = (username: string): string => `**${username.replaceAll('_', String.raw`\_`)}**`

/** Takes the name of somebody who leaves out of the news of their prizes, also where an admin has rewritten these. */
export const forgetWinner = async (
  tx: Tx,
  { id: userId, username }: { readonly id: string; readonly username: string },
): Promise<void> => {
  const posts = await tx
    .selectFrom('news as n')
    .select(['n.id', 'n.title', 'n.markdown', 'n.html'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('board_prizes as p')
          .select('p.rank')
          .where('p.user_id', '=', userId)
          .where(sql<boolean>`n.source = 'leaderboard:' || p.board || ':' || p.start::text`),
      ),
    )
    .orderBy('n.id')
    .forUpdate()
    .execute()
  for (const { id, title, markdown, html } of posts) {
    const rest = withoutName(markdown, username)
    const words = { title: withoutName(title, username), markdown: rest }
    // What is a code is formatted when somebody reads it.
    const formatted = html === null || isCode(rest) ? null : storedTextHtml(rest)
    await tx
      .updateTable('news')
      .set({ ...words, html: formatted })
      .where('id', '=', id)
      .execute()
    await forgetInTranslations(tx, { id, username })
  }
}

const forgetInTranslations = async (
  tx: Tx,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<void> => {
  const ofPost = { kind: 'news', subject: id } as const
  const texts = await tx
    .selectFrom('owner_texts')
    .select(['locale', 'title', 'text'])
    .where('kind', '=', ofPost.kind)
    .where('subject', '=', ofPost.subject)
    .orderBy('locale')
    .forUpdate()
    .execute()
  for (const { locale, title, text } of texts) {
    const rest = withoutName(text, username)
    await tx
      .updateTable('owner_texts')
      .set({ title: withoutName(title, username), text: rest, html: storedTextHtml(rest) })
      .where('kind', '=', ofPost.kind)
      .where('subject', '=', ofPost.subject)
      .where('locale', '=', locale)
      .execute()
  }
}

const withoutName = (text: string, username: string): string => {
  if (!isCode(text)) return text.replaceAll(nameIn(username), '…')
  // A line is a code within a code.
  const nameOf = (name: string): string => JSON.stringify(`"name":${JSON.stringify(name)}`).slice(1, -1)
  return text.replaceAll(nameOf(shownName(username)), () => nameOf(HIDDEN))
}

/**
 * A name in words that somebody wrote, and no part of a longer one; its underscores may be escaped. Where it is a word
 * as well, that word goes with it: nothing in such a text tells which of both is meant, and a name that stays is worse
 * than a word that is missing.
 */
const nameIn = (username: string): RegExp => {
  const letters = username.replaceAll(/[^\w]/gu, String.raw`\$&`).replaceAll('_', String.raw`\\?_`)
  return new RegExp(String.raw`(?<!\w)${letters}(?!\w|\\_)`, 'gi')
}
