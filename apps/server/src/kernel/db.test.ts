import { once } from 'node:events'
import { connect as dial, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

/** A door in front of the database that can be shut: what knocks then is counted and turned away. */
const openDoor = async (database: string) => {
  const target = new URL(database)
  const folder = target.searchParams.get('host')
  const behindDoor = { number: Number(target.port), host: target.hostname }

  const inside = new Set<Socket>()
  let shut = false
  let knocks = 0
  const server = createServer((socket) => {
    if (shut) {
      knocks += 1
      socket.destroy()
      return
    }
    const { number, host } = behindDoor
    const behind = folder === null ? dial(number, host) : dial(`${folder}/.s.PGSQL.${number}`)
    for (const side of [socket, behind]) {
      inside.add(side)
      side.on('error', () => undefined)
      side.on('close', () => {
        inside.delete(side)
        socket.destroy()
        behind.destroy()
      })
    }
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  target.search = ''
  target.host = `127.0.0.1:${port}`
  return {
    url: target.href,
    knocks: () => knocks,
    shut: () => {
      shut = true
      for (const side of inside) side.destroy()
    },
    open: () => void (shut = false),
    close: () => void server.close(),
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 100 && !holds(); tries++) await pause(50)
}

describe('a listening connection that breaks', () => {
  let database: TestDatabase
  let door: Awaited<ReturnType<typeof openDoor>>
  let direct: Db
  let throughDoor: Db

  beforeAll(async () => {
    database = await createTestDatabase()
    const log = createLog('silent')
    door = await openDoor(database.url)
    direct = connect({ url: database.url, size: 2, log })
    throughDoor = connect({ url: door.url, size: 2, log })
  })

  afterAll(async () => {
    await throughDoor.close()
    await direct.close()
    door.close()
    await database.drop()
  })

  it('knocks at a steady pace while the database is away, and hears again, also of what it missed', async () => {
    const heard: string[] = []
    const deaf = await throughDoor.listen('breaking', (payload) => heard.push(payload))
    door.shut()
    await pause(4_200)
    expect(door.knocks(), 'two in a second at most').toBeLessThanOrEqual(9)
    expect(door.knocks(), 'it goes on trying').toBeGreaterThan(3)
    await direct.raw("SELECT pg_notify('breaking', 'said to nobody')")
    heard.length = 0
    door.open()
    await until(() => heard.length > 0)
    expect(heard, 'that something may have been missed').toEqual([''])
    await direct.raw("SELECT pg_notify('breaking', 'again')")
    await until(() => heard.length > 1)
    await pause(200)
    expect(heard, 'once, by one connection').toEqual(['', 'again'])
    await deaf()
  }, 30_000)
})
