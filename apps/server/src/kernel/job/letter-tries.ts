/**
 * Letters are tried for a day: mail servers are away for hours, and many turn down what comes for the first time. A
 * letter is held by one node for longer than the mailer has patience with a slow server (`adapters/mail/smtp.ts`), so
 * that no other takes it up meanwhile; those of a dead process are taken up soon. A few at once: one that a server
 * takes minutes to accept must not hold up the others of its kind.
 */
export const letterTries = {
  retries: 31,
  pauseSeconds: 15,
  longestPauseSeconds: 3_600,
  expireSeconds: 2_400,
  heartbeatSeconds: 120,
  atOnce: 8,
} as const
