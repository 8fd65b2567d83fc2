const side = 240

/** A small copy of an image, because photos themselves would fill the memory; null where it cannot be drawn. */
export async function createThumbnail(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return null
  }
}
