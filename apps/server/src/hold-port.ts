import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Env } from '#kernel/env.ts'
import { StartupError } from '#kernel/startup-error.ts'

/**
 * Takes the port before anything is written, so that a start that cannot listen leaves nothing behind. Returns what
 * gives it back, right before the site listens there.
 */
export const holdPort = async ({
  HOST: host,
  PORT: port,
}: Pick<Env, 'HOST' | 'PORT'>): Promise<() => Promise<void>> => {
  if (port === 0) return async () => undefined
  const holder = createServer((visitor) => visitor.destroy())
  holder.listen({ host, port })
  await once(holder, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'getaddrinfo') throw error
    throw new StartupError(`HOST ${host} isn’t known: set it to an address of this server, such as 127.0.0.1.`)
  })
  return () => new Promise((done) => void holder.close(() => done()))
}
