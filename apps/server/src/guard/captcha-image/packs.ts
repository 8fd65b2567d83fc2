import { packA } from './pack-a/pack-a.ts'
import type { Pack } from './pack.ts'
import { oneOf, shuffled, type Random } from './random.ts'
import { compilePack, type CompiledKind, type CompiledPack } from './sprite.ts'

const compiled = new Map<string, CompiledPack>([[packA.name, compilePack(packA)]])

/** Adds a private pack next to the public one; a challenge drawn with it names it for ever after. */
export const addPack = (pack: Pack): void => {
  if (compiled.has(pack.name)) return
  const ready = compilePack(pack)
  if (ready.groups.length === 0 || ready.groups.some((kinds) => kinds.length < 2)) {
    throw new Error(`Each group of the pack "${pack.name}" needs at least two kinds.`)
  }
  compiled.set(pack.name, ready)
}

export const packNamed = (name: string): CompiledPack => {
  const pack = compiled.get(name)
  if (pack === undefined) throw new Error(`The picture pack "${name}" is not loaded.`)
  return pack
}

/** Two kinds of similar colour: told apart by shape, not by counting coloured pixels. */
export const pairOf = (random: Random, pack: CompiledPack): readonly [CompiledKind, CompiledKind] => {
  const [first, second] = shuffled(random, oneOf(random, pack.groups))
  if (first === undefined || second === undefined) throw new Error(`The pack "${pack.name}" has a lonely kind.`)
  return [first, second]
}
