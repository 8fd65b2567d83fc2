import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

interface Size {
  readonly width: number
  readonly height: number
}

/** A picture that is no single colour, so that nothing about it is small by chance. */
const drawn = ({ width, height }: Size) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + Math.floor(at / (width * 3)) * 13) % 256
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** One colour: as large as wanted, and small as a file. */
export const plain = ({ width, height }: Size) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' }, limitInputPixels: false })

export const photo = (size: Size = { width: 64, height: 48 }): Promise<Buffer> => drawn(size).jpeg().toBuffer()
export const picture = (type: 'png' | 'webp' | 'gif', size: Size = { width: 64, height: 48 }): Promise<Buffer> =>
  drawn(size).toFormat(type).toBuffer()

/** What a phone writes into a photo: where it was taken, by which machine, a profile, and words of programs. */
export const photoOfAPlace = (): Promise<Buffer> =>
  drawn({ width: 64, height: 48 })
    .withExif({
      IFD0: { Make: 'SECRET-CAMERA', Copyright: 'SECRET-OWNER' },
      IFD2: { UserComment: 'SECRET-COMMENT' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><SECRET-XMP/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()

/** A segment of a JPEG, put behind its first two bytes. */
export const withSegment = (jpeg: Buffer, marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

export const pngChunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Where a PNG's header ends: the signature, and the first chunk of 13 bytes with its frame. */
const PNG_HEADER_END = 8 + 25

/** A chunk between the header of a PNG and its picture. */
export const withChunk = (png: Buffer, type: string, body: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEADER_END), pngChunk(type, body), png.subarray(PNG_HEADER_END)])

/** A PNG of one bit a pixel that claims a size, and whose picture unpacks into so many zeros. */
export const pngOfZeros = ({ width, height, zeros }: Size & { zeros: number }): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const packed = deflateSync(Buffer.alloc(zeros))
  return Buffer.concat([
    PNG_START,
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A progressive JPEG whose last pass is repeated: few bytes each, and each a walk over the whole picture. */
export const jpegOfManyPasses = async (size: Size, passes: number): Promise<Buffer> => {
  const jpeg = await plain(size).jpeg({ progressive: true, mozjpeg: false }).toBuffer()
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const end = jpeg.length - 2
  const pass = jpeg.subarray(last, end)
  return Buffer.concat([jpeg.subarray(0, end), ...Array.from({ length: passes }, () => pass), jpeg.subarray(end)])
}

/** The names of a WebP's parts, in order; throws when it is longer or shorter than it says. */
export const partsOfWebp = (webp: Buffer): string[] => {
  const names: string[] = []
  const isWhole = webp.toString('latin1', 0, 4) === 'RIFF' && webp.toString('latin1', 8, 12) === 'WEBP'
  if (!isWhole || webp.readUInt32LE(4) + 8 !== webp.length) throw new Error('this is not exactly one WebP')
  let at = 12
  while (at < webp.length) {
    names.push(webp.toString('latin1', at, at + 4))
    const length = webp.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  if (at !== webp.length) throw new Error('the last part ends elsewhere than the file')
  return names
}
