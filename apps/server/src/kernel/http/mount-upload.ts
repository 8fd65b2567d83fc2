import multipart from '@fastify/multipart'
import { CSV_BYTES_MAX, IMAGE_BYTES_MAX, IMAGE_FIELD } from '@runnel/contract/constants'
import type { Route, Upload } from '@runnel/contract/route'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { refuse, refuseField, Refusal } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'

/** What a form may weigh beside its file. */
const FORM_BYTES = 8 * 1_024
/** Files that wait in the memory of this process at one moment: of one sender, and in all. */
const OF_ONE_MAX = 5
const AT_ONCE_MAX = 32
const BUSY_SECONDS = 5

/** What a route takes: how large, and what it is called where it is refused. */
interface Taken {
  readonly bytes: number
  readonly what: 'image' | 'file'
  readonly missing: Words
}

const image: Taken = { bytes: IMAGE_BYTES_MAX, what: 'image', missing: say('request.pleaseChooseImage') }
const csv: Taken = { bytes: CSV_BYTES_MAX, what: 'file', missing: say('request.pleaseChooseFile') }

const takenBy = ({ file }: Pick<Route, 'file'>): Taken => (file === 'csv' ? csv : image)

/** A route that takes a file in a form. Nothing of the form is read before it is known who sends it. */
export const mountUpload = (app: FastifyInstance, given: { route: Route; options: RouteOptions }): void => {
  const { route, options } = given
  void app.register(async (store) => {
    store.removeAllContentTypeParsers()
    await store.register(multipart, {
      limits: {
        fileSize: takenBy(route).bytes,
        files: 1,
        fields: 5,
        parts: 6,
        fieldNameSize: 100,
        fieldSize: 1_000,
        headerPairs: 20,
      },
    })
    // Any other type is left unread and refused in words that fit.
    store.addContentTypeParser('*', (_request, _payload, done) => done(null))
    store.route(options)
  })
}

/** The files that are being dealt with. */
export interface Uploads {
  /** Reads the file of a request and does the work with it, which is the time that the file is in memory. */
  readonly during: <T>(sent: Sent, work: (upload: Upload) => Promise<T>) => Promise<T>
}

interface Sent {
  readonly request: FastifyRequest
  readonly route: Route
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
    during: async ({ request, route, who }, work) => {
      if (all >= AT_ONCE_MAX || (open.get(who) ?? 0) >= OF_ONE_MAX) {
        const msg = say('request.tooManyUploadsProgress')
        refuse('busy', 'UPLOADS_BUSY', msg, { retryAfter: BUSY_SECONDS })
      }
      count(who, 1)
      try {
        return await work({ body: await readFile(request, takenBy(route)) })
      } finally {
        count(who, -1)
      }
    },
  }
}

const readFile = async (request: FastifyRequest, taken: Taken): Promise<Uint8Array> => {
  if (!request.isMultipart())
    refuse('malformed', 'NOT_A_FORM', say('request.mustSentMultipartForm', { what: taken.what }))
  if (Number(request.headers['content-length'] ?? 0) > taken.bytes + FORM_BYTES) refuseTooLarge(taken)
  try {
    const file = await readForm(request)
    return file ?? refuseField(IMAGE_FIELD, 'NO_IMAGE', taken.missing)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isTooLarge(error)) refuseTooLarge(taken)
    const why = error instanceof Error ? error.message : String(error)
    request.log.info({ why }, 'could not read a form')
    return refuse('malformed', 'BAD_FORM', say('request.invalidFormSendOne', { field: IMAGE_FIELD }))
  } finally {
    // What is left of a form that was refused halfway is dropped, not kept.
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

const refuseTooLarge = ({ what, bytes }: Taken): never =>
  refuse('tooLarge', 'TOO_LARGE', say('request.mostMb', { what, megabytes: bytes / 1_024 / 1_024 }))
