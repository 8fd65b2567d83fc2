/**
 * A token or signature of which the last character but one is another, so that its beginning alone is still right. The
 * last one of base64url may hold bits that count for nothing: with another last one it can be the same bytes.
 */
export const altered = (token: string): string =>
  `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.slice(-1)}`
