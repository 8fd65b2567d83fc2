import type { Canvas } from '@napi-rs/canvas'

/** An encoded picture; width and height are those at scale 1, in CSS pixels. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

const quality = 42
const step = 256
const chunkHeaderBytes = 8

/** WebP whose length says nothing: filled up to the next 256 bytes with a chunk that every reader skips. */
export const encode = async (canvas: Canvas, size: { width: number; height: number }): Promise<Picture> => ({
  bytes: padded(await canvas.encode('webp', quality)),
  width: size.width,
  height: size.height,
})

/** RIFF allows unknown chunks at the end of the file; the length in the header must count them. */
export const padded = (webp: Buffer): Buffer => {
  if (webp.toString('latin1', 0, 4) !== 'RIFF') throw new Error('The encoder did not answer with WebP.')
  const target = Math.ceil((webp.length + chunkHeaderBytes) / step) * step
  const bytes = Buffer.alloc(target)
  webp.copy(bytes)
  bytes.write('PADD', webp.length, 'latin1')
  bytes.writeUInt32LE(target - webp.length - chunkHeaderBytes, webp.length + 4)
  bytes.writeUInt32LE(target - chunkHeaderBytes, 4)
  return bytes
}
