/**
 * What somebody outside said, as one line of bounded length: the database takes no text with a NUL in it, and a
 * provider's odd answer must not keep a payout from being settled.
 */
export const sanitizeLine = (text: string, most: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
