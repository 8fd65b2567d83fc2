import type { AdKind, AdTimer } from '@runnel/contract/advertise'

/** A campaign that somebody of the first who joined makes. */
export interface Wanted {
  /** When in the month, as `Occasion` counts it. */
  readonly when: number
  readonly by: number
  readonly wish: {
    readonly kind: AdKind
    readonly title: string
    readonly description: string
    readonly url: string
    readonly timer: AdTimer
    readonly views: number
    readonly device?: 'mobile' | 'desktop'
    readonly countries?: string[]
  }
  /** What a person of the site decides; unset: it waits. */
  readonly decision?: { readonly status: 'active' } | { readonly status: 'rejected'; readonly reason: string }
}

const runs = { status: 'active' } as const

/** All pages are ones of example.com, which is kept free for such use; the video is a free film by Blender. */
export const campaigns: readonly Wanted[] = [
  {
    when: 0.12,
    by: 1,
    wish: {
      kind: 'iframe',
      title: 'A garden on your window sill',
      description: 'Herbs that grow without a garden.',
      url: 'https://example.com/?garden',
      timer: 10,
      views: 1_400,
    },
    decision: runs,
  },
  {
    when: 0.18,
    by: 2,
    wish: {
      kind: 'window',
      title: 'Old radios, repaired',
      description: 'We bring the voice of your grandmother’s radio back.',
      url: 'https://example.com/?radios',
      timer: 15,
      views: 900,
    },
    decision: runs,
  },
  {
    when: 0.2,
    by: 4,
    wish: {
      kind: 'iframe',
      title: 'Double your coins in a day',
      description: 'Send coins and get twice as many back.',
      url: 'https://example.com/?double',
      timer: 30,
      views: 500,
    },
    decision: { status: 'rejected', reason: 'Nobody doubles coins. Promises of profit are not advertised here.' },
  },
  {
    when: 0.25,
    by: 3,
    wish: {
      kind: 'youtube',
      title: 'A short film about a large rabbit',
      description: 'Made with free software.',
      url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      timer: 30,
      views: 900,
    },
    decision: runs,
  },
  {
    when: 0.3,
    by: 5,
    wish: {
      kind: 'video',
      title: 'How bread rises',
      description: 'A night in our bakery in fifteen seconds.',
      url: 'https://example.com/films/bread.mp4',
      timer: 15,
      views: 400,
    },
    decision: runs,
  },
  {
    when: 0.35,
    by: 6,
    wish: {
      kind: 'iframe',
      title: 'Learn to fold a boat',
      description: 'Ten folds, one sheet.',
      url: 'https://example.com/?boats',
      timer: 5,
      views: 100,
    },
    decision: runs,
  },
  {
    when: 0.5,
    by: 2,
    wish: {
      kind: 'iframe',
      title: 'Weather for fishermen',
      description: 'Wind and waves, hour by hour.',
      url: 'https://example.com/?weather',
      timer: 10,
      views: 700,
      device: 'mobile',
      countries: ['ID', 'IN', 'PH'],
    },
    decision: runs,
  },
  {
    when: 0.68,
    by: 0,
    wish: {
      kind: 'iframe',
      title: 'My walks through the city',
      description: 'A new walk every Sunday.',
      url: 'https://example.com/?walks',
      timer: 10,
      views: 700,
    },
    decision: runs,
  },
  {
    when: -8,
    by: 8,
    wish: {
      kind: 'window',
      title: 'A choir looks for voices',
      description: 'Every Tuesday, everybody is welcome.',
      url: 'https://example.com/?choir',
      timer: 10,
      views: 200,
    },
  },
]
