import type { FastifyBaseLogger, FastifyReply } from 'fastify'

const KEEP_ALIVE_MS = 25_000

/** Sends what a handler yields as server-sent events until the client goes away. */
export const sendEvents = async (sending: {
  reply: FastifyReply
  result: unknown
  log: FastifyBaseLogger
}): Promise<FastifyReply> => {
  const { reply, log } = sending
  // The contract says that handlers of such routes give an async iterable; the mount holds it by type.
  const events = (sending.result as AsyncIterable<{ event: string }>)[Symbol.asyncIterator]()
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const beat = setInterval(() => raw.write(': beat\n\n'), KEEP_ALIVE_MS)
  raw.on('close', () => {
    clearInterval(beat)
    events.return?.().catch((error: unknown) => log.warn({ err: String(error) }, 'a stream did not close'))
  })
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    raw.write(`event: ${next.value.event}\ndata: {}\n\n`)
  }
  raw.end()
  return reply
}

/** Sends rows as a CSV file that a spreadsheet opens safely. */
export const sendCsv = (reply: FastifyReply, result: unknown): FastifyReply => {
  // The contract's answer of a `csv` route is exactly this shape, and it was checked before.
  const { filename, rows } = result as { filename: string; rows: string[][] }
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n')
}

/** Quotes a cell; one that a spreadsheet would run as a formula gets an apostrophe in front. */
const cell = (text: string): string => {
  const harmless = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
