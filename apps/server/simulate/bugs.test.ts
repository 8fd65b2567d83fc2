import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..', '..', '..')
const folder = join(import.meta.dirname, 'bugs')
const patches = globSync('*/*.patch', { cwd: folder })

test('there are enough deliberate bugs', () => {
  expect(patches.length).toBeGreaterThanOrEqual(25)
})

test.each(patches)('%s says what it breaks, and still applies', async (name) => {
  const path = join(folder, name)
  expect(readFileSync(path, 'utf8')).toMatch(/^# [a-z, -]+: .+\n/)
  await expect(run('git', ['apply', '--check', path], { cwd: root })).resolves.toBeDefined()
})
