import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A message that arrived in a chat. */
export interface TelegramMessage {
  readonly chat_id: number | string
  readonly text: string
  readonly link_preview_options: { readonly is_disabled: boolean }
}

interface TelegramAnswer {
  readonly error_code: number
  readonly description: string
  readonly retry_after?: number
}

/** What the Bot API says where it refuses, word for word. */
export const telegramRefusals = {
  blocked: { error_code: 403, description: 'Forbidden: bot was blocked by the user' },
  noChat: { error_code: 400, description: 'Bad Request: chat not found' },
  noBot: { error_code: 401, description: 'Unauthorized' },
  noMethod: { error_code: 404, description: 'Not Found' },
  away: { error_code: 502, description: 'Bad Gateway' },
  busy: (seconds: number) => ({
    error_code: 429,
    description: `Too Many Requests: retry after ${seconds}`,
    retry_after: seconds,
  }),
} as const

/** The Bot API of Telegram with one bot and any chat, as its documentation says: `sendMessage` and its limits. */
export const startTelegram = async (token: string) => {
  const messages: TelegramMessage[] = []
  let calls = 0
  let next: TelegramAnswer[] = []
  const answerTo = (path: string, type: string, message: TelegramMessage): TelegramAnswer | undefined => {
    if (path !== `/bot${token}/sendMessage`) {
      return path.endsWith('/sendMessage') ? telegramRefusals.noBot : telegramRefusals.noMethod
    }
    const special = next.shift()
    if (special !== undefined) return special
    if (!type.startsWith('application/json')) return badRequest('unsupported Content-Type')
    const { text, chat_id: chat } = message
    if (typeof text !== 'string' || text.trim() === '') return badRequest('message text is empty')
    if (text.length > 4_096) return badRequest('message is too long')
    const isChat = typeof chat === 'number' ? Number.isSafeInteger(chat) : /^@[A-Za-z]\w{3,31}$/.test(chat)
    return isChat ? undefined : telegramRefusals.noChat
  }
  const server = createServer((request, response) => {
    calls += 1
    void json(request).then((body) => {
      // What our site sends is checked below.
      const message = body as TelegramMessage
      const refusal = answerTo(request.url ?? '', String(request.headers['content-type']), message)
      if (refusal === undefined) messages.push(message)
      response.writeHead(refusal?.error_code ?? 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(refusal === undefined ? accepted(message, messages.length) : refused(refusal)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    messages,
    calls: (): number => calls,
    answerNext: (...answers: readonly TelegramAnswer[]): void => {
      next = [...answers]
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const badRequest = (description: string): TelegramAnswer => ({
  error_code: 400,
  description: `Bad Request: ${description}`,
})

const accepted = ({ chat_id: id, text }: TelegramMessage, count: number) => ({
  ok: true,
  result: { message_id: count, date: 1_773_100_800, chat: { id, type: 'private' }, text },
})

const refused = ({ retry_after: seconds, ...answer }: TelegramAnswer) => ({
  ok: false,
  ...answer,
  ...(seconds === undefined ? {} : { parameters: { retry_after: seconds } }),
})
