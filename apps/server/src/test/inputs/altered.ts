/**
 * A token or signature with another first character. The last one of base64url may hold bits that count for nothing:
 * with another last one it can be the same bytes.
 */
export const altered = (token: string): string => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
