import type { Context } from '#kernel/context.ts'

/** Somebody who looks at ads, as far as advertisers may choose. */
export interface Viewer {
  readonly userId: string
  /** Two letters; null where it is unknown, and then only ads for everywhere fit. */
  readonly country: string | null
  readonly device: 'mobile' | 'desktop'
  readonly now: Date
}

/** Who asks, as a viewer. */
export const viewerOf = ({
  caller,
  visitor,
  now,
}: Pick<Context, 'visitor' | 'now'> & { caller: { id: string } }): Viewer => ({
  userId: caller.id,
  country: visitor.country,
  device: deviceClassOf(visitor.userAgent),
  now,
})

/** Phones and tablets say one of these words; whatever says none counts as a desktop. */
export const deviceClassOf = (userAgent: string): Viewer['device'] =>
  /\b(Mobile|Mobi|Android|iPhone|iPad|iPod|Silk)\b/i.test(userAgent) ? 'mobile' : 'desktop'
