import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { arrives, someoneWaits, until } from '#test/waiting.ts'
import { openWorld } from '#test/world.ts'

describe('a server that stops', () => {
  it('answers what is in flight, ends the streams, and then takes no more', async () => {
    const world = await openWorld()
    try {
      await world.app.listen({ port: 0, host: '127.0.0.1' })
      // A server that listens on a port has an address of this kind.
      const address = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
      const alice = await world.user('alice')
      const headers = { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' }
      const stream = await fetch(`${address}/api/user/live`, { headers })
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const held = world.db.write(async (tx) => {
        await tx.selectFrom('users').select('id').where('id', '=', alice.id).forUpdate().execute()
        locked.resolve()
        await release.promise
      })
      await locked.promise
      const change = { method: 'PATCH', headers, body: JSON.stringify({ tz: 'Europe/Berlin' }) }
      const inFlight = fetch(`${address}/api/user/profile`, change).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      )
      await someoneWaits(world)
      // As if the moment never came at which all connections are cut: everything has to end by itself.
      const cut = vi.spyOn(world.app.server, 'closeAllConnections').mockReturnValue()
      const planned = vi.spyOn(globalThis, 'setTimeout')
      const closing = world.app.close()
      await until('the server to take no more', () => !world.app.server.listening)
      const [grace] = planned.mock.calls.filter(([work]) => String(work).includes('closeAllConnections'))
      planned.mockRestore()
      release.resolve()
      await held
      expect(await inFlight, 'what was begun is answered').toBe(200)
      expect(await stream.text(), 'the stream ends by itself').toContain(': open')
      await arrives('the end of the server', closing)
      cut.mockRestore()
      expect(grace?.[1], 'nobody waits for long for what trickles in').toBeLessThan(8_000)
      await expect(fetch(`${address}/healthz`)).rejects.toThrow()
    } finally {
      await world.close()
    }
  })
})
