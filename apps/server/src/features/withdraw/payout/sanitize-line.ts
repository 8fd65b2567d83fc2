import { cut, isCode } from '#kernel/words/say.ts'

/**
 * What somebody outside said, as one line of bounded length: the database takes no text with a NUL in it, and a
 * provider's odd answer must not keep a payout from being settled.
 */
export const sanitizeLine = (text: string, most: number): string =>
  isCode(text) ? text : cut(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), most)
