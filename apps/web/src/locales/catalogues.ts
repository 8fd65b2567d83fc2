import type { Messages } from '@lingui/core'

/** Each language beside English as a whole, for development; the build has something else in this place (build/words.ts). */
export const catalogues: Record<string, () => Promise<{ messages: Messages }>> = import.meta.glob<{ messages: Messages }>([
  './*.po',
  '!./en.po',
])
