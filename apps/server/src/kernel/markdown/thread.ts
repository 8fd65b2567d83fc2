import { Worker } from 'node:worker_threads'
import { htmlOf } from './markdown.ts'
import type { MarkdownJob, MarkdownResult } from './worker.ts'

/** Characters up to which a text is formatted at once: at its worst this takes 40 ms. */
const SHORT = 10_000

interface Waiting {
  readonly resolve: (html: string | undefined) => void
  readonly reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let lastId = 0

/** One thread for all, started for the first long text; after a failure the next text starts another. */
const start = (): Worker => {
  const started = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 96 },
  })
  started.on('message', ({ id, html }: MarkdownResult) => {
    waiting.get(id)?.resolve(html)
    waiting.delete(id)
    // A process ends when nobody waits for a text any more.
    if (waiting.size === 0) started.unref()
  })
  const fail = (error?: Error): void => {
    if (worker !== started) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error ?? new Error('The Markdown worker has ended.'))
    waiting.clear()
  }
  started.on('error', fail)
  started.on('exit', () => fail())
  return started
}

/** `htmlOf` for texts of any length: a long one is formatted in a thread, so that nobody else waits for it. */
export const htmlWithoutBlocking = async (markdown: string, allowedTags: string[]): Promise<string | undefined> => {
  if (markdown.length <= SHORT) return htmlOf(markdown, { allowedTags })
  worker ??= start()
  const thread = worker
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    thread.ref()
    thread.postMessage({ id, markdown, allowedTags } satisfies MarkdownJob)
  })
}
