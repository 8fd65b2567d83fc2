import type { Canvas } from '@napi-rs/canvas'

/** An encoded picture; width and height are those at scale 1, in CSS pixels. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** JPEG takes an eighth of WebP's processor time; at two pixels for each CSS pixel nobody sees this quality. */
const quality = 30
const step = 256
const COMMENT = 0xff_fe
const COLOUR_PROFILE = 0xff_e2
const commentHeaderBytes = 4

export const encode = async (canvas: Canvas, size: { width: number; height: number }): Promise<Picture> => ({
  bytes: padded(await canvas.encode('jpeg', quality)),
  width: size.width,
  height: size.height,
})

/**
 * JPEG whose length says nothing: filled up to the next 256 bytes with a comment, in the place of the color profile (a
 * picture without one is sRGB). A segment is a marker of two bytes and a length that counts itself: ITU-T T.81,
 * B.1.1.4.
 */
export const padded = (jpeg: Buffer): Buffer => {
  if (jpeg.toString('latin1', 6, 10) !== 'JFIF') throw new Error('The encoder did not answer with JPEG.')
  const header = jpeg.subarray(0, segmentEnd(jpeg, 2))
  const hasProfile = jpeg.readUInt16BE(header.length) === COLOUR_PROFILE
  const rest = jpeg.subarray(hasProfile ? segmentEnd(jpeg, header.length) : header.length)
  const kept = header.length + rest.length
  const comment = Buffer.alloc(Math.ceil((kept + commentHeaderBytes) / step) * step - kept)
  comment.writeUInt16BE(COMMENT, 0)
  comment.writeUInt16BE(comment.length - 2, 2)
  return Buffer.concat([header, comment, rest])
}

const segmentEnd = (jpeg: Buffer, start: number): number => start + 2 + jpeg.readUInt16BE(start + 2)
