import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, IMAGE_TYPE } from '@runnel/contract/constants'
import { say, type Words } from '#kernel/words/say.ts'
import { createGate, type Gate } from './gate.ts'
import { imageLibrary } from './library.ts'

/** An image of our own making, or why there is none. `busy`: it was not looked at; it may be sent again. */
export type Cleaned =
  | {
      readonly kind: 'ok'
      readonly bytes: Uint8Array
      readonly width: number
      readonly height: number
      readonly type: typeof IMAGE_TYPE
    }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly msg: Words }
  | { readonly kind: 'busy'; readonly msg: Words }

export type Reason = 'empty' | 'bytes' | 'type' | 'heic' | 'pixels' | 'broken' | 'slow'

/**
 * Makes a new image of what a stranger sent: its first picture drawn anew and nothing else of it, neither where it was
 * taken nor what else its bytes could be read as.
 */
export type CleanImage = (bytes: Uint8Array) => Promise<Cleaned>

export interface CleaningLimits {
  /** Images that are worked on at one moment, and how long and how many others wait. */
  readonly atOnce?: number
  readonly waiting?: number
  readonly waitMs?: number
  readonly pixels?: number
  readonly seconds?: number
}

/** The decoding runs in threads of the library's own, not in the one that answers requests. */
export const createImageCleaner = (limits: CleaningLimits = {}): CleanImage => {
  const { atOnce = 2, waiting = 20, waitMs = 10_000, pixels = IMAGE_PIXELS_MAX, seconds = 10 } = limits
  const gate: Gate = createGate({ atOnce, waiting, waitMs })
  return async (bytes) => {
    const format = formatOf(bytes)
    if (format === undefined) return refusedFor(bytes.length === 0 ? 'empty' : isHeic(bytes) ? 'heic' : 'type')
    if (bytes.length > IMAGE_BYTES_MAX) return refusedFor('bytes')
    const cleaned = await gate.through(() => redraw({ bytes, format, pixels, seconds }))
    return cleaned ?? { kind: 'busy', msg: say('image.imageServiceBusyTry') }
  }
}

interface RedrawInput {
  readonly bytes: Uint8Array
  readonly format: Format
  readonly pixels: number
  readonly seconds: number
}

const redraw = async ({ bytes, format, pixels, seconds }: RedrawInput): Promise<Cleaned> => {
  const sharp = await imageLibrary()
  const image = () => sharp(bytes, { limitInputPixels: pixels, failOn: 'error', page: 0, pages: 1 })
  // The header alone, before a single pixel is unpacked.
  const header = await image()
    .metadata()
    .catch((error: unknown) => refusalOf(error))
  if ('kind' in header) return header
  if (header.format !== format) return refusedFor('type')
  if (header.width * header.height > pixels) return refusedFor('pixels')
  const side = IMAGE_SIDE_MAX
  return image()
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds })
    .webp({ quality: 82, effort: 3 })
    .toBuffer({ resolveWithObject: true })
    .then(
      ({ data, info }): Cleaned => ({
        kind: 'ok',
        bytes: data,
        width: info.width,
        height: info.height,
        type: IMAGE_TYPE,
      }),
      refusalOf,
    )
}

/** The library tells its reasons in sentences only. Whatever it stumbled over, the image is at fault. */
const refusalOf = (error: unknown): Cleaned => {
  const text = error instanceof Error ? error.message : String(error)
  if (/pixel limit|dimensions|too large/i.test(text)) return refusedFor('pixels')
  return refusedFor(/timeout/i.test(text) ? 'slow' : 'broken')
}

const sentences: Readonly<Record<Reason, Words>> = {
  empty: say('image.imageEmpty'),
  bytes: say('image.imagesUpMb', { megabytes: IMAGE_BYTES_MAX / 1_024 / 1_024 }),
  type: say('image.unsupportedFileUseJpeg'),
  heic: say('image.heicAvifImagesArent'),
  pixels: say('image.imagesUpMillionPixels', { megapixels: IMAGE_PIXELS_MAX / 1_000_000 }),
  broken: say('image.imageDamagedUploadAnother'),
  slow: say('image.imageTakesTooLong'),
}

const refusedFor = (reason: Reason): Cleaned => ({ kind: 'refused', reason, msg: sentences[reason] })

/** What an image can be by its own first bytes; names and declared types prove nothing. */
type Format = 'jpeg' | 'png' | 'webp' | 'gif'

const formatOf = (bytes: Uint8Array): Format | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return undefined
}

/** What phones write by default; told apart only for a kinder sentence. */
const isHeic = (bytes: Uint8Array): boolean =>
  /^(?:ftyp)(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis)/.test(
    Buffer.from(bytes.subarray(4, 16)).toString('latin1'),
  )
