import * as z from 'zod/mini'

/** The pattern of zod, with endings that are not Latin in their ASCII form, such as `xn--p1ai`. */
const PATTERN =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/

/**
 * Writes a domain such as `почта.рф` in ASCII, as mail servers look it up: both spellings are one address. The part
 * before it stays as it is, and letters outside ASCII there are refused: few relays offer SMTPUTF8.
 */
export const withAsciiDomain = (email: string): string =>
  email.replace(/@([\p{L}\p{M}\p{N}.-]+)$/u, (whole, domain: string) => {
    if (/^[\w.-]*$/.test(domain)) return whole
    try {
      return `@${new URL(`http://${domain}`).hostname}`
    } catch {
      return whole
    }
  })

export const Email = z
  .string()
  .check(z.trim(), z.overwrite(withAsciiDomain), z.maxLength(254), z.email({ pattern: PATTERN }))
