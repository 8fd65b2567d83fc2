import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The structured log. What could name or unlock an account is cut out here once more, though nobody should log it.
 */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: ['password', 'token', 'secret', 'email', 'ip', 'authorization', '*.password', '*.token', '*.secret', '*.email'],
      censor: '[hidden]',
    },
  })
