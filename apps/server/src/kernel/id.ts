import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new UUIDv7; rows made at the same clock sort in the order they were made. */
export const newId = (): string => v7()

/** A random secret of `bytes` bytes as URL-safe text. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')
