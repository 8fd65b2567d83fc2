import { type Logger, pino } from 'pino'

export type Log = Logger
/** What a request or job may do with the log. */
export type RequestLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * The structured log. What could name or unlock an account is cut out here once more, though nobody should log it.
 */
export const createLog = (level: string, base: { readonly process: number } | null = null): Log =>
  pino({
    level,
    base,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'email',
        'ip',
        'authorization',
        '*.password',
        '*.token',
        '*.secret',
        '*.email',
      ],
      censor: '[hidden]',
    },
  })
