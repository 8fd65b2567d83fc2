import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import { isTaught } from '#features/glance/taught.ts'

/** What somebody does to pictures that nothing answers for yet; `features/glance/early-taps.ts` takes it over. */
export interface EarlyTaps {
  /** The id of the first picture. */
  readonly first: string
  /** As of `performance.now()`. */
  readonly paintedAt: number
  readonly clicks: [index: number, event: MouseEvent][]
  isMoved: boolean
  onClick?: ((index: number, event: MouseEvent) => void) | undefined
}

interface Picture {
  src: string
  width: number
  height: number
}

/** What a claim asks for, as far as the first drawing can show it. */
export type Asked = Response | 'nothing'

/**
 * Shows what a claim asks for in the first drawing of the faucet, which holds both in a template
 * (`ChallengePreload.tsx`): the pictures, as they are what somebody came for and the scripts that let them be chosen
 * take longer; or that there is none this time. `total` is what the claim pays.
 */
export const showPreloaded = async (asked: Asked, total: number): Promise<void> => {
  const [pictured, free] = document.querySelector<HTMLTemplateElement>('#frame template')?.content.children ?? []
  const place = document.querySelector('#frame main [role="status"]')
  if (!pictured || !free || !place) return
  if (asked === 'nothing') return place.replaceWith(drawn(free, total))
  // The server's own answer; a refusal has none of this.
  const { reference, images: tiles } = (await asked.clone().json()) as Partial<CaptchaChallenge>
  if (!reference || !tiles || tiles.length === 0) return
  const drawing = drawn(pictured, total)
  const [strip, ...deps] = drawing.querySelectorAll('img')
  if (strip) fill(strip, reference)
  for (const [index, room] of deps.entries()) {
    const tile = tiles[index]
    if (tile) fill(room, tile)
    else room.parentElement?.remove()
  }
  if (isTaught()) drawing.querySelector('.lesson')?.remove()
  // Undecoded they would be painted later than the rest.
  await Promise.all([...drawing.querySelectorAll('img')].map((image) => image.decode()))
  const buttons = [...drawing.querySelectorAll('.picture-tile')]
  place.replaceWith(drawing)
  await painted()
  keepTaps(buttons, tiles[0]?.id ?? '')
}

const drawn = (part: Element, total: number): Element => {
  const drawing = document.importNode(part, true)
  count(drawing.querySelectorAll('.claim-bar span'), total)
  return drawing
}

/** The drawing is inert, so that a click reaches the document only, and is held against the place of each picture. */
const keepTaps = (buttons: readonly Element[], first: string): void => {
  const taps: EarlyTaps = { first, paintedAt: performance.now(), clicks: [], isMoved: false }
  Object.assign(window, { taps })
  document.addEventListener('pointermove', () => (taps.isMoved = true), { once: true })
  document.addEventListener('click', (event) => {
    for (const [index, button] of buttons.entries()) {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const { clientX: x, clientY: y } = event
      if (x < left || x >= right || y < top || y >= bottom) continue
      taps.clicks.push([index, event])
      taps.onClick?.(index, event)
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
    }
  })
}

/** The template was rendered without any of them. */
const count = (texts: Iterable<Element>, number: number): void => {
  const written = number.toLocaleString(`${document.documentElement.lang || 'en'}-u-nu-latn`)
  for (const text of texts) text.textContent = (text.textContent ?? '').replace(/\b0\b/, written)
}

const fill = (image: HTMLImageElement, { src, width, height }: Picture): void => {
  Object.assign(image, { src, width, height })
}

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
