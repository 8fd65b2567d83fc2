import { randomBytes } from 'node:crypto'
import { paintClickOrder, planClickOrder, type ClickPlan } from './click-order.ts'
import { figuresOf } from './figure.ts'
import { paintGlance, planGlance, type GlancePlan } from './glance.ts'
import { packA } from './pack-a/pack-a.ts'
import type { Picture } from './picture.ts'
import { seededRandom, oneOf, shuffled, type Random } from './random.ts'
import type { Level } from './scene.ts'
import { compilePack, type CompiledKind } from './sprite.ts'
import { styleOf, type Style } from './style.ts'

/**
 * What one kind of challenge is made of. The figures of a site are invented for each challenge and look as in one of
 * its epochs; practice shows the named public ones, so that it tells nothing about the site's look.
 */
export interface Order {
  readonly family: 'order' | 'glance'
  readonly level: Level
  readonly figures: 'practice' | number
}

export type Drawn = {
  /** Draws the very same challenge again. It holds the answer: it never leaves the server. */
  readonly recipe: string
  readonly order: Order
  readonly instruction: Picture
  readonly tiles: readonly Picture[]
  /** Indices of tiles: in the order to click them, or in rising order for the glance. */
  readonly answer: readonly number[]
}

/** A new recipe with a seed that nobody can guess. */
export const newRecipe = (order: Order): string => `${orderKey(order)}:${randomBytes(16).toString('base64url')}`

/** One word for all challenges of a sort, as the pool keeps them. */
export const orderKey = ({ family, level, figures }: Order): string => `${family}:${level}:${figures}`

/** What a recipe asks for: it needs no picture and no seed of the site. */
export const planOf = (
  recipe: string,
): { readonly order: Order; readonly plan: ClickPlan | GlancePlan; readonly answer: readonly number[] } => {
  const order = orderOf(recipe)
  const random = seededRandom(`${recipe} plan`)
  const plan = order.family === 'order' ? planClickOrder(random) : planGlance(random)
  return { order, plan, answer: plan.answer }
}

/** The same recipe and the same seed of the site always give the same pictures. */
export const draw = async (recipe: string, seed: string): Promise<Drawn> => {
  const { order, plan, answer } = planOf(recipe)
  const { level, figures } = order
  const invented = seededRandom(`${recipe} figures`)
  const kinds = figures === 'practice' ? practicePair(invented) : figuresOf(invented)
  const look = { kinds, level, style: styleFor(figures === 'practice' ? 'practice' : seed, figures) }
  const random = seededRandom(recipe)
  const pictures = await ('tokens' in plan ? paintClickOrder(random, plan, look) : paintGlance(random, plan, look))
  return { recipe, order, answer, ...pictures }
}

const styles = new Map<string, Style>()

const styleFor = (seed: string, figures: Order['figures']): Style => {
  const key = `${figures} ${seed}`
  const style = styles.get(key) ?? styleOf(seed, figures === 'practice' ? 0 : figures)
  styles.set(key, style)
  return style
}

const orderOf = (recipe: string): Order => {
  const [family, level, figures, random] = recipe.split(':')
  const isKnown = (family === 'order' || family === 'glance') && (level === '1' || level === '2')
  if (!isKnown || random === undefined || figures === undefined || !/^(practice|\d{1,6})$/.test(figures)) {
    throw new Error('A recipe that this server did not write.')
  }
  return { family, level: level === '1' ? 1 : 2, figures: figures === 'practice' ? figures : Number(figures) }
}

const { groups } = compilePack(packA)

/** Two kinds of similar color of the public pack: told apart by shape, not by counting colored pixels. */
const practicePair = (random: Random): readonly [CompiledKind, CompiledKind] => {
  const [first, second] = shuffled(random, oneOf(random, groups))
  if (first === undefined || second === undefined) throw new Error('A group of the pack has only one kind.')
  return [first, second]
}
