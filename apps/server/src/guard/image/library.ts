import type sharp from 'sharp'

type Library = typeof sharp

let opened: Promise<Library> | undefined

/** Brought in with the first image: the library takes tens of megabytes, and most nodes of a day see no image. */
export const imageLibrary = (): Promise<Library> => (opened ??= open())

/** The library knows dozens of formats, with a decoder for each; strangers reach four. */
const open = async (): Promise<Library> => {
  const { default: library } = await import('sharp')
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`) })
  // Nothing is asked for twice, and the threads of the machine belong to the requests.
  library.cache(false)
  library.concurrency(1)
  return library
}

const ofSvg = { operation: ['VipsForeignLoadSvgBuffer'] }
let drawing = 0

/** Draws the owner's logo into a square, as PNG. The decoder of SVG is open to it alone, and only so long. */
export const drawSvg = async (svg: string, side: number): Promise<Buffer> => {
  const library = await imageLibrary()
  if (drawing++ === 0) library.unblock(ofSvg)
  try {
    return await library(Buffer.from(svg), { density: 300, limitInputPixels: 25_000_000 })
      .resize(side, side, { fit: 'contain', background: '#0000' })
      .png()
      .toBuffer()
  } finally {
    if (--drawing === 0) library.block(ofSvg)
  }
}
