import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'

/** A picture as an attacker sees it: colours, and what stands out from the background. */
export interface Seen {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
  readonly blobs: readonly Blob[]
}

/** One thing cut out: its size, its colour and its picture brought to one size. */
export interface Blob {
  readonly area: number
  readonly colour: Vector
  readonly face: Float32Array
}
export type Vector = readonly [number, number, number]

export const faceSize = 24
const smallestBlob = 90

/** Decodes, guesses the background from the border, drops what is thin and cuts the rest into pieces. */
export const see = async (bytes: Buffer): Promise<Seen> => seePart(await loadImage(bytes), 0, 1)

/** The same for parts of a picture side by side, which begin and end at these shares of its width. */
export const seePanels = async (bytes: Buffer, cuts: readonly number[]): Promise<Seen[]> => {
  const image = await loadImage(bytes)
  return cuts.slice(1).map((to, index) => seePart(image, cuts[index] ?? 0, to))
}

/** Pictures have two pixels for each CSS pixel; at one the edges are as sharp and the clutter is thinner. */
const SHRINK = 2

const seePart = (image: Image, from: number, to: number): Seen => {
  const width = Math.round(((to - from) * image.width) / SHRINK)
  const height = Math.round(image.height / SHRINK)
  const canvas = createCanvas(width, height).getContext('2d')
  canvas.drawImage(image, from * image.width, 0, (to - from) * image.width, image.height, 0, 0, width, height)
  const pixels = canvas.getImageData(0, 0, width, height).data
  const mask = opened(foreground({ width, height, pixels }), width)
  return { width, height, pixels, blobs: blobsOf(mask, { width, height, pixels }) }
}

interface Pixels {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}

const foreground = (seen: Pixels): Uint8Array => {
  const { width, height, pixels } = seen
  const planes = [0, 1, 2].map((channel) => planeThroughBorder(seen, channel))
  const mask = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const far = planes.reduce((sum, plane, channel) => {
        const difference = (pixels[at * 4 + channel] ?? 0) - (plane[0] + plane[1] * x + plane[2] * y)
        return sum + difference * difference
      }, 0)
      mask[at] = far > 55 ** 2 ? 1 : 0
    }
  }
  return mask
}

/** The background is a gradient: a plane through the border, fitted twice so that things at the border drop out. */
const planeThroughBorder = ({ width, height, pixels }: Pixels, channel: number): Vector => {
  const border: [number, number, number][] = []
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isBorder = x < 3 || y < 3 || x >= width - 3 || y >= height - 3
      if (isBorder) border.push([x, y, pixels[(y * width + x) * 4 + channel] ?? 0])
    }
  }
  const rough = fitPlane(border)
  const error = ([x, y, value]: [number, number, number]): number =>
    Math.abs(value - rough[0] - rough[1] * x - rough[2] * y)
  const limit = border.map(error).sort((a, b) => a - b)[Math.floor(border.length * 0.6)] ?? 0
  return fitPlane(border.filter((point) => error(point) <= limit))
}

const fitPlane = (points: readonly [number, number, number][]): Vector => {
  const count = points.length
  const mean = (index: 0 | 1 | 2): number => points.reduce((sum, point) => sum + point[index], 0) / count
  const [mx, my, mv] = [mean(0), mean(1), mean(2)]
  let [xx, yy, xy, xv, yv] = [0, 0, 0, 0, 0]
  for (const [x, y, value] of points) {
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
    xy += (x - mx) * (y - my)
    xv += (x - mx) * (value - mv)
    yv += (y - my) * (value - mv)
  }
  const determinant = xx * yy - xy * xy || 1
  const slopeX = (xv * yy - yv * xy) / determinant
  const slopeY = (yv * xx - xv * xy) / determinant
  return [mv - slopeX * mx - slopeY * my, slopeX, slopeY]
}

/** Erosion and dilation by one pixel: thin curves go, things stay. */
const opened = (mask: Uint8Array, width: number): Uint8Array => {
  const around = [0, 1, -1, width, -width, width + 1, width - 1, 1 - width, -width - 1]
  const eroded = mask.map((_, at) => (around.every((step) => mask[at + step] === 1) ? 1 : 0))
  return mask.map((_, at) => (around.some((step) => eroded[at + step] === 1) ? 1 : 0))
}

const blobsOf = (mask: Uint8Array, seen: Pixels): Blob[] => {
  const { width } = seen
  const done = new Uint8Array(mask.length)
  const blobs: Blob[] = []
  for (let start = 0; start < mask.length; start += 1) {
    if (mask[start] !== 1 || done[start] === 1) continue
    const members = [start]
    done[start] = 1
    for (let index = 0; index < members.length; index += 1) {
      const at = members[index] ?? 0
      for (const next of [at + 1, at - 1, at + width, at - width]) {
        if (mask[next] !== 1 || done[next] === 1) continue
        done[next] = 1
        members.push(next)
      }
    }
    if (members.length >= smallestBlob) blobs.push(blobFrom(members, seen))
  }
  return blobs.sort((a, b) => b.area - a.area)
}

const blobFrom = (members: readonly number[], { width, pixels }: Pixels): Blob => {
  const area = members.length
  const mean = (of: (at: number) => number): number => members.reduce((sum, at) => sum + of(at), 0) / area
  const part = (channel: number): number => mean((at) => pixels[at * 4 + channel] ?? 0)
  const centre = { x: mean((at) => at % width), y: mean((at) => Math.floor(at / width)) }
  const spread = Math.sqrt(mean((at) => (at % width) - centre.x) ** 2 + area)
  const face = new Float32Array(faceSize * faceSize)
  const scale = faceSize / 2 / (spread * 0.85)
  for (const at of members) {
    const x = Math.floor(faceSize / 2 + ((at % width) - centre.x) * scale)
    const y = Math.floor(faceSize / 2 + (Math.floor(at / width) - centre.y) * scale)
    if (x < 0 || y < 0 || x >= faceSize || y >= faceSize) continue
    const light = (pixels[at * 4] ?? 0) * 0.3 + (pixels[at * 4 + 1] ?? 0) * 0.6 + (pixels[at * 4 + 2] ?? 0) * 0.1
    face[y * faceSize + x] = 128 + light
  }
  return { area, colour: [part(0), part(1), part(2)], face }
}
