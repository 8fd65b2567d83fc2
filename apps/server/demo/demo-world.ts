import type { AdKind } from '@runnel/contract/advertise'
import type { Member, DemoHarness } from './harness.ts'
import type { Site } from './set-up.ts'

/** An ad that runs, as far as those who choose one need to know. */
export interface DemoAd {
  readonly id: string
  readonly ownerId: string
  readonly kind: AdKind
  readonly timer: number
  readonly device: 'any' | 'mobile' | 'desktop'
  readonly countries: readonly string[]
  /** Views that nobody has chosen yet. */
  left: number
  /** From when on somebody may view it again. */
  readonly again: Map<string, Date>
}

/** A task that is open, with who has done it. */
export interface OpenTask {
  readonly id: string
  readonly ownerId: string
  left: number
  readonly workers: Set<string>
}

/** What there is to do beside the faucet, right now. */
export interface DemoWorld {
  readonly ads: DemoAd[]
  readonly links: string[]
  readonly codes: { readonly code: string; left: number }[]
  readonly tasks: OpenTask[]
  /** What people were refused, by its code. */
  readonly refused: string[]
  /** The wall's transactions so far, and those that it may take back. */
  readonly wall: { id: string; count: number; readonly credited: { tx: string; userId: string; amount: number }[] }
}

/** An hour of the month, with everybody who has joined. */
export interface Today {
  readonly stage: DemoHarness
  readonly site: Site
  readonly town: DemoWorld
  readonly members: readonly Member[]
  readonly from: Date
}

/** Something that happens once. */
export interface Occasion {
  /** The part of the month that is over then; below nothing: hours before its end. */
  readonly when: number
  readonly happens: (today: Today) => Promise<void>
}

export const emptyTown = (): DemoWorld => ({
  ads: [],
  links: [],
  codes: [],
  tasks: [],
  refused: [],
  wall: { id: '', count: 0, credited: [] },
})
