import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Every file that `run.mjs` loads at once, with what each of them imports that is not part of Node. */
const loadedBy = (path, seen = new Map()) => {
  if (seen.has(path)) return seen
  const names = [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)\s(?:[^'=()]*?\sfrom\s)?'([^']+)'$/gm)].map(
    ([, name]) => name,
  )
  seen.set(
    path,
    names.filter((name) => !name.startsWith('node:')),
  )
  for (const name of names) if (/^[.].*[.]mjs$/.test(name)) loadedBy(join(dirname(path), name), seen)
  return seen
}

test('the commands of a fresh clone need no package before they have installed them', () => {
  const loaded = loadedBy(join(import.meta.dirname, 'run.mjs'))
  expect(loaded.size).toBeGreaterThan(5)
  const packages = [...loaded].flatMap(([path, names]) =>
    names.filter((name) => !name.startsWith('.')).map((name) => `${path} imports ${name}`),
  )
  expect(packages).toEqual([])
})
