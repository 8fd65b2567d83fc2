import { i18n, type Messages } from '@lingui/core'

/**
 * The build calls this at the head of every module that says something, with its English; see build/inline-messages.ts.
 */
export const loadMessages = (messages: Messages): void => {
  i18n.load('en', messages)
}
