import { Readable } from 'node:stream'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { Locale } from '@runnel/contract/locale'
import type { FileAnswer } from '@runnel/contract/values'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { csvLine } from '#kernel/reads/csv.ts'
import { render, renderWithin } from '#kernel/words/render.ts'

const KEEP_ALIVE_MS = 25_000

/** The streams of events that are open, so that a server which stops can end them: by themselves they never would. */
export interface Streams {
  readonly add: (end: () => void) => void
  readonly remove: (end: () => void) => void
  /** Ends those that are open, and from now on every new one at once. */
  readonly endAll: () => void
}

export const openStreams = (): Streams => {
  const open = new Set<() => void>()
  let isOver = false
  return {
    add: (end) => {
      open.add(end)
      if (isOver) end()
    },
    remove: (end) => void open.delete(end),
    endAll: () => {
      isOver = true
      for (const end of open) end()
    },
  }
}

/** Sends what a handler yields as server-sent events until the client goes away or the server stops. */
export const sendEvents = async (sending: {
  reply: FastifyReply
  result: unknown
  log: FastifyBaseLogger
  streams: Streams
}): Promise<FastifyReply> => {
  const { reply, log, streams } = sending
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
  const end = (): void => {
    clearInterval(beat)
    events.return?.().catch((error: unknown) => log.warn({ err: String(error) }, 'could not close an event stream'))
  }
  raw.on('close', end)
  streams.add(end)
  // A client that left before the stream began will not close it any more.
  if (raw.destroyed) end()
  try {
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      raw.write(`event: ${next.value.event}\ndata: {}\n\n`)
    }
  } finally {
    clearInterval(beat)
    streams.remove(end)
    raw.end()
  }
  return reply
}

/** Sends rows as a CSV file, each as it comes; who stops reading stops the reading of them too. */
export const sendCsv = (reply: FastifyReply, result: unknown, locale: Locale): FastifyReply => {
  // The contract's answer of a `csv` route is exactly this shape, and it was checked before.
  const { filename, rows } = result as CsvFile
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(csvBlocks(rows, locale), { objectMode: false }))
}

const BLOCK_CHARACTERS = 16_384

/** Lines in blocks: one by one they would cost a write each. */
const csvBlocks = async function* (rows: CsvFile['rows'], locale: Locale): AsyncGenerator<string> {
  let block = ''
  for await (const row of rows) {
    block += csvLine(row.map((cell) => render(cell, locale)))
    if (block.length < BLOCK_CHARACTERS) continue
    yield block
    block = ''
  }
  if (block !== '') yield block
}

/** Sends a long JSON file while it is made; who stops reading stops the making too. */
export const sendDownload = (reply: FastifyReply, result: unknown, locale: Locale): FastifyReply => {
  // The contract's answer of a `download` route is exactly this shape, and it was checked before.
  const { filename, pieces } = result as { filename: string; pieces: AsyncIterable<string> }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(inWords(pieces, locale), { objectMode: false }))
}

/** Pieces of JSON text with the codes within them in words; a code is never cut between two pieces. */
const inWords = async function* (pieces: AsyncIterable<string>, locale: Locale): AsyncGenerator<string> {
  for await (const piece of pieces) yield renderWithin(piece, locale)
}

/** Answers a third party in the plain words that it waits for. */
export const sendPlain = (reply: FastifyReply, result: unknown): FastifyReply => {
  // The contract's answer of a `raw` route is exactly this shape, and it was checked before.
  const { status, body } = result as { status: number; body: string }
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(body)
}

/** Shows a file to who asked for it and to nothing in between; should it be no image, it can do nothing as a page. */
export const sendFile = (reply: FastifyReply, result: unknown): FastifyReply => {
  // The contract's answer of a `file` route is exactly this shape, and it was checked before.
  const { type, bytes, filename } = result as FileAnswer
  return reply
    .header('content-type', type)
    .header('content-disposition', `inline; filename="${filename}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
