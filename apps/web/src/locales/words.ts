import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'

/** The build calls this at the head of every module that says something, with its English; see build/words.ts. */
export function keepWords(messages: Messages): void {
  i18n.load('en', messages)
}
