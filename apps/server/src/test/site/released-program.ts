import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../../..')

/** A released program in which the packages are those of this checkout. */
export const makeProgram = (at: string, version: string): void => {
  const skipped = /[.]test[.]ts$|[/]src[/]test$/
  const copied = [
    'apps/server/src',
    'apps/server/locales',
    'apps/server/migrations',
    'packages/contract/src',
    'scripts',
  ]
  for (const path of copied) {
    cpSync(join(root, path), join(at, path), { recursive: true, filter: (from) => !skipped.test(from) })
  }
  for (const path of ['package.json', 'apps/server/package.json', 'packages/contract/package.json']) {
    const text = readFileSync(join(root, path), 'utf8')
    writeFileSync(join(at, path), text.replace(/"version": "[^"]+"/, `"version": "${version}"`))
  }
  mkdirSync(join(at, 'node_modules/@runnel'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@runnel' && !name.startsWith('.')) {
      symlinkSync(join(root, 'node_modules', name), join(at, 'node_modules', name))
    }
  }
  symlinkSync('../../apps/server', join(at, 'node_modules/@runnel/server'))
  symlinkSync('../../packages/contract', join(at, 'node_modules/@runnel/contract'))
  const { platform, arch } = process
  writeFileSync(join(at, 'release.json'), JSON.stringify({ version, platform, arch, node: process.versions.node }))
}

/** What a later version does to the database. */
export const addMigrations = (program: string, count: number): void => {
  const dir = join(program, 'apps/server/migrations')
  const last = readdirSync(dir).filter((name) => name.endsWith('.sql')).length
  for (let index = 1; index <= count; index++) {
    const name = `${String(last + index).padStart(4, '0')}-upgraded.sql`
    writeFileSync(join(dir, name), `CREATE TABLE upgraded_${index} (id int);\n`)
  }
}
