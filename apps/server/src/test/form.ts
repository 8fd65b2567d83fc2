import { formOf } from '@runnel/contract/client'
import { FileAnswer } from '@runnel/contract/values'
import * as z from 'zod/mini'

/** What came back, before anybody read it by the contract. */
export interface RawAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: object
  readonly bytes: Buffer
}

/** A form as a browser would send it. */
export const formBytes = async (file: Blob): Promise<{ body: Buffer; headers: Record<string, string> }> => {
  const form = new Response(formOf(file))
  const type = form.headers.get('content-type') ?? ''
  return { body: Buffer.from(await form.arrayBuffer()), headers: { 'content-type': type } }
}

/** What the client of a `file` route is given. */
export const fileOf = ({ headers, bytes }: RawAnswer): FileAnswer => {
  const named = new Map(Object.entries(headers))
  const filename = /filename="(.+)"/.exec(String(named.get('content-disposition')))?.[1] ?? ''
  return z.parse(FileAnswer, { type: named.get('content-type'), bytes, filename })
}
