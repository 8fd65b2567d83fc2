import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/root.mjs'
import { Failed } from '#scripts/step.mjs'

/** Writes a version into each manifest and the lock, and dates what the changelog says of it. */
export const writeVersion = (version) => {
  if (!/^\d+[.]\d+[.]\d+$/.test(version)) throw new Failed('Name the version as three numbers, such as 0.2.0.')
  const changelog = read('CHANGELOG.md')
  const dated = datedChangelog({ changelog, version, day: new Date().toISOString().slice(0, 10) })
  const { version: present, workspaces } = JSON.parse(read('package.json'))
  for (const path of ['', ...workspaces].map((folder) => join(folder, 'package.json'))) {
    write(path, withVersion(read(path), { present, version }))
  }
  write('package-lock.json', withLockedVersion({ text: read('package-lock.json'), workspaces, version }))
  write('CHANGELOG.md', dated)
}

/** The entries of what was not released yet become those of a version; a version keeps its entries. */
export const datedChangelog = ({ changelog, version, day }) => {
  if (changelog.includes(`\n## ${version} (`)) return changelog
  const [, entries = ''] = /\n## Unreleased\n([^]*?)(?=\n## |$)/.exec(changelog) ?? []
  if (!entries.includes('- '))
    throw new Failed('CHANGELOG.md has no entry under "Unreleased": describe the changes for operators.')
  return changelog.replace('\n## Unreleased\n', () => `\n## Unreleased\n\n## ${version} (${day})\n`)
}

/** The own version, and that of a workspace that another one names. */
const withVersion = (text, { present, version }) =>
  text
    .replace(`"version": "${present}"`, `"version": "${version}"`)
    .replaceAll(new RegExp(`("@runnel/[a-z0-9]+": )"${present.replaceAll('.', '[.]')}"`, 'g'), `$1"${version}"`)

const withLockedVersion = ({ text, workspaces, version }) => {
  const lock = JSON.parse(text)
  lock.version = version
  for (const place of ['', ...workspaces]) {
    const entry = lock.packages[place]
    if (entry.version) entry.version = version
    for (const list of [entry.dependencies, entry.devDependencies]) {
      for (const name of Object.keys(list ?? {})) if (name.startsWith('@runnel/')) list[name] = version
    }
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`
}

const read = (path) => readFileSync(join(root, path), 'utf8')
const write = (path, text) => writeFileSync(join(root, path), text)
