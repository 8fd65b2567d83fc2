import pg from 'pg'

/**
 * "cached plan must not change result type": a migration, such as that of a newer node, changed the columns of a
 * prepared statement, which was refused before it ran.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** The driver's own words; it gives no code. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/**
 * What PostgreSQL says when it stops or no longer is the primary (class 08, 57P, 25006), and the driver when nobody
 * is there.
 */
export const isBroken = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return /^(08...|57P0[1-3]|25006)$/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNREFUSED)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(error.message)
  )
}

/** No room (53100), or a disk that fails (58030). */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(53100|58030)$/.test(error.code ?? '')
