import type { AntibotChallenge } from '@runnel/contract/challenge'

interface Picture {
  src: string
  width: number
  height: number
}

/**
 * Shows the pictures of a challenge in the first drawing of the faucet, which carries their room in a template
 * (`ChallengeAhead.tsx`): they are what somebody came for, and the scripts that let them be chosen take longer.
 */
export async function showAhead(answer: Response): Promise<void> {
  // The server's own answer; a refusal has none of this.
  const { instruction, antibotlinks: tiles, pick } = (await answer.clone().json()) as Partial<AntibotChallenge>
  const template = document.querySelector<HTMLTemplateElement>('#frame template')
  const place = document.querySelector('#frame main [role="status"]')
  if (!template || !place || !instruction || !tiles || tiles.length === 0) return
  const drawing = document.importNode(template.content, true)
  const [strip, ...rooms] = drawing.querySelectorAll('img')
  if (strip) fill(strip, instruction)
  for (const [index, room] of rooms.entries()) {
    const tile = tiles[index]
    if (tile) fill(room, tile)
    else room.parentElement?.remove()
  }
  const lead = drawing.querySelector('p')
  if (lead) lead.textContent = (lead.textContent ?? '').replace('0', String(pick))
  // Undecoded they would be painted later than the rest.
  await Promise.all([...drawing.querySelectorAll('img')].map((image) => image.decode()))
  place.replaceWith(drawing)
  await painted()
}

function fill(image: HTMLImageElement, { src, width, height }: Picture): void {
  Object.assign(image, { src, width, height })
}

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
