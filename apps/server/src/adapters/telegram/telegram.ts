import * as z from 'zod/mini'
import { type Http, isRefusal, refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'

/** A bot of the owner's, and the chat it writes to. */
export interface TelegramBot {
  readonly token: string
  /** A number, or the `@name` of a public channel. */
  readonly chatId: string
}

/** `refused`: it won't be taken, however often it is tried. `later`: it may be tried again, after `seconds` if told. */
export type TelegramOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly seconds: number | null; readonly reason: string }

/** Sends plain text by the Bot API of Telegram. */
export interface Telegram {
  readonly send: (bot: TelegramBot, text: string) => Promise<TelegramOutcome>
}

/** The longest text that Telegram takes, in UTF-16 code units. */
export const TELEGRAM_TEXT_MAX = 4_096

const TIMEOUT_MS = 10_000
const HIDDEN = '…'

/** Numbers come as they were written. */
const Reply = z.object({
  ok: z.boolean(),
  parameters: z.optional(z.object({ retry_after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) })),
})

/** `base` puts another address in place of Telegram's, for tests against a fake. */
export const createTelegram = (http: Http, base = 'https://api.telegram.org'): Telegram => ({
  send: async ({ token, chatId }, text) => {
    const answer = await http.call({
      method: 'POST',
      // The token is the bot's password: this address must reach no log and no answer.
      url: `${base}/bot${token}/sendMessage`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: /^-?\d+$/.test(chatId) ? Number(chatId) : chatId,
        text,
        link_preview_options: { is_disabled: true },
      }),
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.kind !== 'answered') return { kind: 'later', seconds: null, reason: answer.reason }
    const { status } = answer
    const reply = parseWith(Reply, answer.text)
    if (status === 200 && reply?.ok === true) return { kind: 'accepted' }
    const reason = refusalOf({ status, text: answer.text.replaceAll(token, HIDDEN) })
    if (isRefusal(status) && status !== 429) return { kind: 'refused', reason }
    const asked = Number(reply?.parameters?.retry_after ?? 0)
    return { kind: 'later', seconds: asked > 0 ? asked : (answer.retryAfterSeconds ?? null), reason }
  },
})
