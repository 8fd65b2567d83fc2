import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { credit } from '#test/features/digest.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const program = fileURLToPath(new URL('../../test/features/digesting-process.ts', import.meta.url))
const MORNING = '2026-03-11T08:00:00.000Z'

let folder = ''
beforeEach(() => {
  world.clock.set('2026-03-10T12:00:00.000Z')
  folder = mkdtempSync(join(tmpdir(), 'runnel-digests-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runElsewhere = async (ending = ''): Promise<number> => {
  const child = spawn(process.execPath, [program, world.url, MORNING, folder, ending], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  return code
}

const receivers = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

const readers = async (prefix: string, count: number) => {
  const people = []
  for (let index = 0; index < count; index += 1) {
    const person = await world.user(`${prefix}_${index}`)
    await person.digest.setRate({ body: { rate: 'daily' } })
    await credit(world, person.id)
    people.push(person)
  }
  return people
}

test('two processes that plan and send at once send each summary once', async () => {
  await readers('both', 150)
  expect(await Promise.all([runElsewhere(), runElsewhere()])).toEqual([0, 0])
  expect(receivers()).toHaveLength(150)
  expect(new Set(receivers()).size).toBe(150)
  expect(await runElsewhere()).toBe(0)
  expect(receivers()).toHaveLength(150)
})

test('what a process had just sent when it died is not sent again, and nothing else is lost', async () => {
  await readers('dies', 5)
  expect(await runElsewhere('dies')).toBe(9)
  expect(receivers()).toHaveLength(1)
  // The queue gives what the dead process held to another once its time is over.
  await world.db.raw("UPDATE pgboss.job SET state = 'created', started_on = NULL WHERE state = 'active'")
  expect(await runElsewhere()).toBe(0)
  expect(receivers()).toHaveLength(5)
  expect(new Set(receivers()).size).toBe(5)
})
