import pg from 'pg'

/** What PostgreSQL says to whoever writes on a standby. */
export const READ_ONLY = '25006'

/** What of the driver's connection its types leave out; it is documented. */
interface Wire {
  readonly stream: { readonly destroyed: boolean; destroy(): void; unref(): void }
  on(event: 'parameterStatus', heard: (message: { parameterName: string; parameterValue: string }) => void): void
}

export const wireOf = (client: pg.Client): Wire => client.connection as unknown as Wire

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Connects, and refuses a standby; servers tell by themselves which they are, and some poolers keep that back. */
export const connectToPrimary = async (client: pg.Client, connect: () => Promise<unknown>): Promise<void> => {
  let told: string | undefined
  wireOf(client).on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
    if (name === 'in_hot_standby') told = value
  })
  await connect()
  if (told === 'off') return
  const isStandby = told === 'on' || (await client.query('SELECT pg_is_in_recovery() AS is')).rows[0]?.is === true
  if (!isStandby) return
  await client.end().catch(() => undefined)
  const error = new pg.DatabaseError(`${client.host}:${client.port} is a standby`, 0, 'error')
  throw Object.assign(error, { code: READ_ONLY, severity: 'FATAL' })
}
