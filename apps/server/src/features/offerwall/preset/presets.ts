import { assert } from '#kernel/refusal.ts'
import type { Preset } from './preset.ts'
import { familyPresets } from './presets-family.ts'
import { hashedPresets } from './presets-hashed.ts'
import { keyedPresets } from './presets-keyed.ts'
import { openPresets } from './presets-open.ts'

const byName = (one: Preset, other: Preset): number => one.name.localeCompare(other.name, 'en')
const isOwn = ({ id }: Preset): boolean => id === 'family' || id === 'generic'
const known = [...hashedPresets, ...keyedPresets, ...openPresets, ...familyPresets]

/** Every wall that Runnel knows how to speak with, by name; what the owner describes by hand comes last. */
export const presets: readonly Preset[] = [
  ...known.filter((preset) => !isOwn(preset)).toSorted(byName),
  ...known.filter(isOwn),
]

export const findPreset = (id: string): Preset | undefined => presets.find((preset) => preset.id === id)

/** The preset that a stored wall was made from; walls are only stored with one. */
export const presetOf = ({ preset: id }: { readonly preset: string }): Preset => {
  const preset = findPreset(id)
  assert(preset !== undefined, `there is a preset ${id}`)
  return preset
}
