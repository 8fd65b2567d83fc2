import { parentPort } from 'node:worker_threads'
import { htmlOf } from './markdown.ts'

export interface MarkdownJob {
  readonly id: number
  readonly markdown: string
  readonly allowedTags: string[]
}

export interface MarkdownResult {
  readonly id: number
  readonly html: string | undefined
}

if (parentPort === null) throw new Error('The Markdown worker runs only in a thread of its own.')
const port = parentPort

port.on('message', ({ id, markdown, allowedTags }: MarkdownJob) =>
  port.postMessage({ id, html: htmlOf(markdown, { allowedTags }) } satisfies MarkdownResult),
)
