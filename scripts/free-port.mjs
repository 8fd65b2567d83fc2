import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that nothing listens on at this moment, below those that the system gives to connections. */
export const freePort = async () => {
  for (;;) {
    const port = randomInt(10_000, 32_768)
    const probe = createServer()
    try {
      probe.listen(port, '127.0.0.1')
      await once(probe, 'listening')
    } catch {
      continue
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}
