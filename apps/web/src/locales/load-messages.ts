import { i18n, type Messages } from '@lingui/core'

/** The language of these files: the build writes them once for each. */
export const builtLocale: string = 'en'

/** The build calls this at the head of every module that says something, with its words; see build/words.ts. */
export const loadMessages = (messages: Messages): void => {
  i18n.load(builtLocale, messages)
}
