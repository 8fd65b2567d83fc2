/**
 * The optional proof header of a returning visit, `x-link-token`. Both ends must sign the same words, so they stand
 * here, where the ends meet: the token is base64url(HMAC-SHA-256(vt, message)), cut to its first characters. `vt` are
 * the bytes that the opening answered in base64url; they stay in the browser tab and never stand in an address, so a
 * secret that was pulled out of a shortener is worth nothing in another browser.
 */
export const linkMessage = (visit: { secret: string; userId: string }): string => `${visit.secret}|${visit.userId}`

/** How many characters of that signature (base64url) are sent. */
export const LINK_TOKEN_LENGTH = 12

/**
 * No visit ever has this secret. A page may hide a link to `/app/link/` with it, which nobody sees: whoever sends it
 * has read the page as a program does.
 */
export const LINK_DECOY_SECRET = 'bypass_me_7Qx2pLw9KdVn'
