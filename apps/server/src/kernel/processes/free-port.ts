import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give connections that begin here ports from 32,768 on: one of those may be taken again at any moment. */
const [FIRST, END] = [10_000, 32_768]

/** A port of this machine that nothing listens on at this moment; another call is unlikely to find the same. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, END)
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
