import { randomBytes } from 'node:crypto'
import { clickOrder, type Pick } from './click-order.ts'
import { imageCaptcha } from './image-captcha.ts'
import type { Picture } from './picture.ts'
import { seededRandom } from './random.ts'
import type { Level } from './scene.ts'

/** What one kind of challenge is made of; `pick` is only asked of the click order. */
export type Order =
  | { readonly family: 'click'; readonly pick: Pick; readonly level: Level; readonly pack: string }
  | { readonly family: 'image'; readonly level: Level; readonly pack: string }

export type Drawn = {
  /** Draws the very same challenge again at another scale. It holds the answer: it never leaves the server. */
  readonly recipe: string
  readonly order: Order
  readonly instruction: Picture
  readonly tiles: readonly Picture[]
  /** Indices of tiles: in the order to click them, or in rising order for the image captcha. */
  readonly answer: readonly number[]
}

/** A new recipe with a seed that nobody can guess. */
export const newRecipe = (order: Order): string => `${orderKey(order)}:${randomBytes(16).toString('base64url')}`

/** One word for all challenges of a sort, as the pool keeps them. */
export const orderKey = (order: Order): string =>
  order.family === 'click' ? `click:${order.pick}:${order.level}:${order.pack}` : `image:0:${order.level}:${order.pack}`

/** The same recipe always gives the same challenge: scale 1 for the page, 2 for people who zoom in. */
export const draw = async (recipe: string, scale: 1 | 2 = 1): Promise<Drawn> => {
  const order = orderOf(recipe)
  const random = seededRandom(recipe)
  const painted =
    order.family === 'click'
      ? await clickOrder({ ...order, random, scale })
      : await imageCaptcha({ ...order, random, scale })
  return { recipe, order, ...painted }
}

/** A challenge of its own for the instruction page: public, never recorded, worth nothing. */
export const practice = (family: Order['family']): Promise<Drawn> => {
  const pack = 'pack-a'
  return draw(newRecipe(family === 'click' ? { family, pick: 3, level: 1, pack } : { family, level: 1, pack }))
}

const orderOf = (recipe: string): Order => {
  const [family, pick, level, pack, seed] = recipe.split(':')
  const known = (level === '1' || level === '2' || level === '3') && pack !== undefined && seed !== undefined
  if (!known) throw new Error('A recipe that this server did not write.')
  const numbered = levels[level]
  if (family === 'image') return { family, level: numbered, pack }
  if (family === 'click' && (pick === '3' || pick === '4')) {
    return { family, pick: pick === '3' ? 3 : 4, level: numbered, pack }
  }
  throw new Error('A recipe that this server did not write.')
}

const levels: Readonly<Record<'1' | '2' | '3', Level>> = { 1: 1, 2: 2, 3: 3 }
