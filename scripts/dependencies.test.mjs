import { expect, test } from 'vitest'
import { checkDependencies, problemsOf } from './dependencies.mjs'

const tools = {
  folder: '',
  manifest: { name: 'site', devDependencies: { vitest: '1', linter: '1', 'linter-rules': '1' } },
}
const server = (manifest) => ({ folder: 'apps/server', manifest: { name: '@site/server', ...manifest } })
/** Keeps the examples below from being imports of this file. */
const quote = `'`
const peersOf = (name) => (name === 'linter' ? ['linter-rules'] : [])
const lint = { path: 'scripts/lint.mjs', text: `run(program('linter/bin/linter'))\nimport 'vitest/config'` }

const problems = (workspace, ...files) =>
  problemsOf({ workspaces: [tools, workspace], files: [lint, ...files], peersOf })

test('names a package that nothing uses, however it could be used', () => {
  const files = [
    {
      path: 'apps/server/src/main.ts',
      text: `import type { A } from 'imported/part'\nimport {\n  b,\n} from '@scope/b'`,
    },
    { path: 'apps/server/src/style.css', text: `@import "styles/all.css";` },
    { path: 'apps/server/src/lazy.ts', text: `await import(${quote}lazy')\nstart({ target: 'as-text' })` },
  ]
  const used = ['imported', '@types/imported', '@scope/b', 'styles', 'lazy', 'as-text', 'bundler', 'linter-rules']
  const dependencies = Object.fromEntries([...used, 'linter', 'forgotten', '@types/gone'].map((name) => [name, '1']))
  const workspace = server({ dependencies, scripts: { build: 'bundler build' } })
  expect(problems(workspace, ...files)).toEqual([
    'apps/server/package.json names linter, which nothing there uses',
    'apps/server/package.json names forgotten, which nothing there uses',
    'apps/server/package.json names @types/gone, which nothing there uses',
  ])
})

test('names an import that its own package.json lacks', () => {
  const text = [
    `import { readFileSync } from 'node:fs'`,
    `import { join } from 'path'`,
    `import { a } from '#kernel/a.ts'`,
    `import { b } from './b.ts'`,
    `import { own } from '@site/server/own.ts'`,
    `export type { C } from '@scope/c/deep'`,
    `const d = await import(${quote}d')`,
    `const path = require.resolve(${quote}e/package.json')`,
    `const msg = \`taken from 'nothing'\``,
  ].join('\n')
  expect(problems(server({}), { path: 'apps/server/src/a.ts', text })).toEqual([
    'apps/server/src/a.ts imports @scope/c, which apps/server/package.json does not name',
    'apps/server/src/a.ts imports d, which apps/server/package.json does not name',
    'apps/server/src/a.ts imports e, which apps/server/package.json does not name',
  ])
})

test('lets only tests use what the root installs for all', () => {
  const text = `import { test } from 'vitest'`
  const files = ['src/a.test.ts', 'src/test/world.ts', 'vitest.config.ts', 'src/a.ts'].map((path) => ({
    path: `apps/server/${path}`,
    text,
  }))
  expect(problems(server({}), ...files)).toEqual([
    'apps/server/src/a.ts imports vitest, which apps/server/package.json does not name',
  ])
})

test('finds nothing in this repository', { timeout: 600_000 }, async () => {
  await expect(checkDependencies()).resolves.toBeUndefined()
})
