import type { AntibotChallenge } from '@runnel/contract/check/captcha'

interface Picture {
  src: string
  width: number
  height: number
}

/**
 * Shows the pictures of a challenge in the first drawing of the faucet, which reserves their space in a template
 * (`ChallengePreload.tsx`): they are what somebody came for, and the scripts that let them be chosen take longer.
 * `total` is what the claim pays.
 */
export const showPreloaded = async (answer: Response, total: number): Promise<void> => {
  // The server's own answer; a refusal has none of this.
  const { instruction, antibotlinks: tiles, pick = 0 } = (await answer.clone().json()) as Partial<AntibotChallenge>
  const template = document.querySelector<HTMLTemplateElement>('#frame template')
  const place = document.querySelector('#frame main [role="status"]')
  if (!template || !place || !instruction || !tiles || tiles.length === 0) return
  const drawing = document.importNode(template.content, true)
  const [strip, ...deps] = drawing.querySelectorAll('img')
  if (strip) fill(strip, instruction)
  for (const [index, room] of deps.entries()) {
    const tile = tiles[index]
    if (tile) fill(room, tile)
    else room.parentElement?.remove()
  }
  count(drawing.querySelectorAll('p'), pick)
  count(drawing.querySelectorAll('.claim-bar span'), total)
  // Undecoded they would be painted later than the rest.
  await Promise.all([...drawing.querySelectorAll('img')].map((image) => image.decode()))
  place.replaceWith(drawing)
  await painted()
}

/** The template was rendered without any of them. */
const count = (texts: Iterable<Element>, number: number): void => {
  for (const text of texts) text.textContent = (text.textContent ?? '').replace(/\b0\b/, number.toLocaleString('en'))
}

const fill = (image: HTMLImageElement, { src, width, height }: Picture): void => {
  Object.assign(image, { src, width, height })
}

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
