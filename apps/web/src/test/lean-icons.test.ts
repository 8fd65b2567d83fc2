import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { leanIcon, mirrored } from '#build/lean-icons.ts'

const icons = join(dirname(createRequire(import.meta.url).resolve('@tabler/icons-react')), '../esm/icons')
const source = globSync('src/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '../..') })
const names = source.flatMap((file) =>
  [
    ...readFileSync(join(import.meta.dirname, '../..', file), 'utf8').matchAll(
      /import \{([^}]*)\} from '@tabler\/icons-react'/g,
    ),
  ].flatMap(([, list]) => (list ?? '').match(/\bIcon\w+/g) ?? []),
)

test('each icon of the site keeps its lines, and a name only where a style mirrors it', () => {
  const left = new Set<string>()
  for (const name of new Set(names)) {
    const code = readFileSync(join(icons, `${name}.mjs`), 'utf8')
    const lean = leanIcon(code)
    const lines = (text: string) => text.match(/"(?:d|cx|cy|r|x|y|width|height|points)": "[^"]*"/g)
    expect(lines(lean), name).toEqual(lines(code))
    expect(lean, name).not.toContain('"key"')
    const given = /createReactComponent\("(?:outline|filled)", "([\w-]*)", "", __iconNode\)/.exec(lean)
    expect(given, name).not.toBeNull()
    if (given?.[1]) left.add(given[1])
  }
  expect(names.length).toBeGreaterThan(50)
  expect(left.size).toBeGreaterThan(3)
  for (const each of left) expect(mirrored).toContain(each)
})
