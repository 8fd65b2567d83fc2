import multipart from '@fastify/multipart'
import { IMAGE_BYTES_MAX, IMAGE_FIELD } from '@runnel/contract/constants'
import type { Upload } from '@runnel/contract/route'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'

import { refuse, refuseField, Refusal } from '#kernel/refusal.ts'

/** What a form may weigh beside its file. */
const FORM_BYTES = 8 * 1_024
/** Files that wait in the memory of this process at one moment: of one sender, and in all. */
const OF_ONE_MAX = 5
const AT_ONCE_MAX = 32
const BUSY_SECONDS = 5

/** A route that takes a file in a form. Nothing of the form is read before it is known who sends it. */
export const mountUpload = (app: FastifyInstance, route: RouteOptions): void => {
  void app.register(async (room) => {
    room.removeAllContentTypeParsers()
    await room.register(multipart, {
      limits: {
        fileSize: IMAGE_BYTES_MAX,
        files: 1,
        fields: 5,
        parts: 6,
        fieldNameSize: 100,
        fieldSize: 1_000,
        headerPairs: 20,
      },
    })
    // Any other type is left unread and refused in words that fit.
    room.addContentTypeParser('*', (_request, _payload, done) => done(null))
    room.route(route)
  })
}

/** The files that are being dealt with. */
export interface Uploads {
  /** Reads the file of a request and does the work with it, which is the time that the file is in memory. */
  readonly during: <T>(sent: Sent, work: (upload: Upload) => Promise<T>) => Promise<T>
}

interface Sent {
  readonly request: FastifyRequest
  /** Whose files are counted together. */
  readonly who: string
}

export const openUploads = (): Uploads => {
  const open = new Map<string, number>()
  let all = 0
  const count = (who: string, by: 1 | -1): void => {
    const now = (open.get(who) ?? 0) + by
    all += by
    if (now === 0) open.delete(who)
    else open.set(who, now)
  }
  return {
    during: async ({ request, who }, work) => {
      if (all >= AT_ONCE_MAX || (open.get(who) ?? 0) >= OF_ONE_MAX) {
        const msg = 'Too many images are on their way at this moment. Please try again in a few seconds.'
        refuse('busy', 'UPLOADS_BUSY', msg, { retryAfter: BUSY_SECONDS })
      }
      count(who, 1)
      try {
        return await work({ body: await readFile(request) })
      } finally {
        count(who, -1)
      }
    },
  }
}

const readFile = async (request: FastifyRequest): Promise<Uint8Array> => {
  if (!request.isMultipart()) refuse('malformed', 'NOT_A_FORM', 'The image has to come in a multipart form.')
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_BYTES_MAX + FORM_BYTES) refuseTooLarge()
  try {
    const file = await readForm(request)
    return file ?? refuseField(IMAGE_FIELD, 'NO_IMAGE', 'Please choose an image.')
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isTooLarge(error)) refuseTooLarge()
    const why = error instanceof Error ? error.message : String(error)
    request.log.info({ why }, 'a form could not be read')
    return refuse(
      'malformed',
      'BAD_FORM',
      `The form could not be read. It takes one file, as its field ${IMAGE_FIELD}.`,
    )
  } finally {
    // What is left of a form that was refused halfway is let go, not kept.
    request.raw.unpipe()
    request.raw.resume()
  }
}

const readForm = async (request: FastifyRequest): Promise<Uint8Array | undefined> => {
  let file: Uint8Array | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    if (part.fieldname !== IMAGE_FIELD) throw new Error('the file is not in the field that takes one')
    file = await part.toBuffer()
  }
  return file
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'

const refuseTooLarge = (): never =>
  refuse('tooLarge', 'TOO_LARGE', `An image may have at most ${IMAGE_BYTES_MAX / 1_024 / 1_024} MB.`)
