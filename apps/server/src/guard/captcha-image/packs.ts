import { packA } from './pack-a/pack-a.ts'
import { oneOf, shuffled, type Random } from './random.ts'
import { compilePack, type CompiledKind } from './sprite.ts'

const { groups } = compilePack(packA)

/** Two kinds of similar color of the public pack: told apart by shape, not by counting colored pixels. */
export const practicePair = (random: Random): readonly [CompiledKind, CompiledKind] => {
  const [first, second] = shuffled(random, oneOf(random, groups))
  if (first === undefined || second === undefined) throw new Error('A group of the pack has only one kind.')
  return [first, second]
}
