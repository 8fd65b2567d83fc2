import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Pattern } from './style.ts'

interface PatternLook {
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly width: number
  readonly colour: string
}

/** Faint lines, dots or bands over an area. */
export const paintPattern = (canvas: SKRSContext2D, { kind, angle, pitch }: Pattern, look: PatternLook): void => {
  if (kind === 'none') return
  const { area, width, colour } = look
  const far = Math.hypot(area.width, area.height) / 2
  canvas.save()
  canvas.beginPath()
  canvas.rect(area.x, area.y, area.width, area.height)
  canvas.clip()
  canvas.translate(area.x + area.width / 2, area.y + area.height / 2)
  canvas.rotate(angle)
  canvas.fillStyle = colour
  for (let y = -far; y < far; y += pitch) {
    if (kind !== 'dots') canvas.fillRect(-far, y, 2 * far, kind === 'bands' ? pitch / 2 : width)
    else paintDots(canvas, { y, far, pitch, radius: width })
  }
  canvas.restore()
}

const paintDots = (canvas: SKRSContext2D, row: { y: number; far: number; pitch: number; radius: number }): void => {
  canvas.beginPath()
  for (let x = -row.far; x < row.far; x += row.pitch) {
    canvas.moveTo(x + row.radius, row.y)
    canvas.arc(x, row.y, row.radius, 0, 2 * Math.PI)
  }
  canvas.fill()
}
