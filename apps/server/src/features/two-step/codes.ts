import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@runnel/contract/account/two-step'
import { Secret, TOTP } from 'otpauth'

/** As all apps know it: six digits, half a minute, SHA-1. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Steps of half a minute that a clock may go wrong, to either side. */
const DRIFT_STEPS = 1

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the app reads out of the QR code. */
export const totpUri = ({ secret, site, username }: { secret: string; site: string; username: string }): string =>
  // A colon separates the two in the address.
  new TOTP({ ...SHAPE, issuer: site.replaceAll(':', ' '), label: username, secret }).toString()

/** The half minute whose code this is, around now; undefined when it is of none of them. */
export const stepOfCode = ({ secret, code, now }: { secret: string; code: string; now: Date }): number | undefined => {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...SHAPE, secret })
  const away = totp.validate({ token: code, timestamp, window: DRIFT_STEPS })
  return away === null ? undefined : totp.counter({ timestamp }) + away
}

/** Thirty-two signs that nobody confuses, so that five bits of chance are one of them. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Codes for the day when the phone is lost, fifty bits of chance each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

const newRecoveryCode = (): string => {
  const signs = Array.from(randomBytes(LENGTH), (byte) => SIGNS[byte % SIGNS.length] ?? '').join('')
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`
}

/** A code as it is compared: without what people type between its parts. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '')

/** Whether it can only be out of the app. */
export const isOfApp = (plain: string): boolean => /^\d{6}$/.test(plain)
