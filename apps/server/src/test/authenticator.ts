import { TOTP } from 'otpauth'

/** What an app on somebody's phone shows for a secret at that moment. */
export const codeOf = (secret: string, at: Date): string => new TOTP({ secret }).generate({ timestamp: at.getTime() })
