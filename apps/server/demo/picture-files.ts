import sharp from 'sharp'

/** A page's picture as a small file for documents. Lossy ones have jagged edges around its orange buttons. */
export const asWebp = (png: Buffer, width: number): Promise<Buffer> =>
  sharp(png).resize({ width, withoutEnlargement: true }).webp({ nearLossless: true, quality: 60, effort: 6 }).toBuffer()

/** Pictures of one size, shown one after the other without end. */
export const asAnimation = async (
  pngs: readonly Buffer[],
  { width, delayMs }: { readonly width: number; readonly delayMs: number },
): Promise<Buffer> => {
  const frames = await Promise.all(pngs.map((png) => sharp(png).resize({ width }).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 78, smartSubsample: true, effort: 6, delay: frames.map(() => delayMs), loop: 0 })
    .toBuffer()
}
