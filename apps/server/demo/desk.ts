import { act, type Scene, type DemoHarness } from './harness.ts'
import { ownersRules } from './rules.ts'
import type { Site } from './set-up.ts'

type Rules = ReturnType<typeof ownersRules>

interface Desk {
  readonly stage: DemoHarness
  readonly site: Site
}

/** Something that the owner does in the admin area, at a screen where they have just said who they are. */
export const asOwner = <T>(
  { stage, site }: Desk,
  at: Date,
  deed: (rules: Rules, context: Scene & { readonly caller: Site['owner'] }) => T | Promise<T>,
): Promise<T> =>
  act(stage, at, async (scene) => deed(ownersRules(stage), { ...scene, caller: { ...site.owner, provedAt: at } }))
