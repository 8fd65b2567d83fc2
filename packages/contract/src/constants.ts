/** Units in one currency unit (SPEC.md §9). */
export const UNITS_PER_CURRENCY = 100_000
/** How long a call may take, in milliseconds (SPEC.md §9). */
export const HTTP_TIMEOUT_MS = 60_000
/** How long a script chunk may take to load, in milliseconds (SPEC.md §9). */
export const CHUNK_TIMEOUT_MS = 120_000
/** What the bell shows before the first answer has arrived (SPEC.md §9). */
export const UNREAD_BEFORE_LOADING = 10
/** How often a client asks `refresh` while no live stream is open, in milliseconds. */
export const REFRESH_EVERY_MS = 30_000
/** Days that a session lives without being used, for users and for staff (hours). */
export const SESSION_DAYS = 30
export const STAFF_SESSION_HOURS = 12
/** Days after the sign-in at which a session ends however often it is used, for users and for staff. */
export const SESSION_DAYS_MAX = 90
export const STAFF_SESSION_DAYS_MAX = 7
/** Highest level that still raises the faucet reward, in percent points. */
export const LEVEL_BONUS_MAX_PERCENT = 25
export const USERNAME_MIN = 3
export const USERNAME_MAX = 20
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const IDEMPOTENCY_HOURS = 24
/** The one field of a form that carries an image, and the bytes that it may have as it is sent. */
export const IMAGE_FIELD = 'image'
export const IMAGE_BYTES_MAX = 5 * 1_024 * 1_024
/** Pixels that an image may have as it is sent, and on its longer side as it is kept. */
export const IMAGE_PIXELS_MAX = 25_000_000
export const IMAGE_SIDE_MAX = 2_000
/** The types that are taken; all of them are kept as `IMAGE_TYPE`. */
export const IMAGE_TYPES_TAKEN = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const IMAGE_TYPE = 'image/webp'
/** The bytes that an uploaded CSV file may have; it comes in the same field. */
export const CSV_BYTES_MAX = 10 * 1_024 * 1_024
/** Bytes that the body of a call may have, where its route names no other number. */
export const BODY_BYTES = 8 * 1_024
/** How deep the JSON of a body may nest, and how many values it may have in all. */
export const BODY_DEPTH = 16
export const BODY_VALUES = 2_000
/** Characters and fields that the query of an address may have. */
export const QUERY_LENGTH = 8_000
export const QUERY_FIELDS = 100
/** Milliseconds of processor time that a call takes at its worst, where its route says nothing else. */
export const COST_MS = 10

/** Days of a wall's own record by which its reliability is shown. */
export const RELIABILITY_DAYS = 90

/** Campaigns on one page of the advertiser’s list (SPEC.md §9). */
export const CAMPAIGN_PAGE = 6
