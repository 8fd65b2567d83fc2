import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/root.mjs'
import { Failed, quiet } from '#scripts/step.mjs'

const folder = 'apps/server/migrations'
const list = join(folder, 'released.json')

/** What is released is on databases of others: it never changes, and what comes after keeps older nodes going. */
export const checkMigrations = async () => {
  const wrong = problemsOf({ releases: readReleases(), migrations: readMigrations(), tag: await lastTag() })
  if (wrong.length) throw new Error(wrong.join('\n'))
}

/** Writes down which migrations a release has, before its tag is made. Says whether anything was written. */
export const recordRelease = (version) => {
  const releases = readReleases()
  const migrations = readMigrations()
  const wrong = problemsOf({ releases, migrations })
  if (wrong.length) throw new Failed(wrong.join('\n'))
  const recorded = recordedIn(releases)
  const added = migrations.filter(({ name }) => !recorded.has(name))
  if (releases.some((release) => release.version === version)) {
    if (added.length) throw new Failed(`${version} is released and ${added[0].name} is new: raise the version first.`)
    return false
  }
  const release = { version, migrations: Object.fromEntries(added.map(({ name, sha256 }) => [name, sha256])) }
  writeFileSync(join(root, list), `${JSON.stringify([...releases, release], undefined, 2)}\n`)
  return true
}

export const readReleases = (at = root) => {
  const path = join(at, list)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

/** All migrations of a program, in their order, with the digest that databases keep. */
export const readMigrations = (at = root) =>
  readdirSync(join(at, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // As kernel/postgres/migrations.ts reads them.
      const sql = readFileSync(join(at, folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })

const recordedIn = (releases) => new Map(releases.flatMap((release) => Object.entries(release.migrations)))

/** One sentence for each thing that would strand the database of a released version, or a node of it. */
export const problemsOf = ({ releases, migrations, tag }) => {
  const recorded = recordedIn(releases)
  const last = [...recorded.keys()].at(-1) ?? ''
  const present = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const changed = [...recorded].flatMap(([name, sha256]) => {
    if (present.get(name) === sha256) return []
    return [`${folder}/${name} is released and may not ${present.has(name) ? 'change' : 'go'}: write a new one`]
  })
  const added = migrations.filter(({ name }) => !recorded.has(name))
  const late = added
    .filter(({ name }) => name < last)
    .map(({ name }) => `${folder}/${name} comes before ${last}, which is released: give it the next number`)
  // Before the first release there is no older node.
  const breaking = releases.length ? added.flatMap(breaks) : []
  const isRecorded = tag === undefined || releases.some(({ version }) => `v${version}` === tag)
  const forgotten = isRecorded ? [] : [`${list} lacks the release ${tag}: check it out and run npm run release`]
  return [...changed, ...late, ...breaking, ...forgotten]
}

/** The owner reads it in front of the upgrade: all nodes stop before, and the way back is the backup. */
const exemption = /^-- Not additive: (.{20,})$/m

export const isAdditive = (sql) => !exemption.test(sql)

const forbidden = [
  [/\bDROP\s+(?!INDEX\b|CONSTRAINT\b|POLICY\b)\w+(\s+\w+)?/i, 'an older node may still use it'],
  [/\bRENAME\b/i, 'an older node knows the old name only'],
  [/\bSET\s+NOT\s+NULL\b/i, 'an older node may write NULL'],
  [/\bALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'an older node expects the type of before'],
  [/\bTRUNCATE\b/i, 'an older node may still read the rows'],
  [/\bADD\s+COLUMN\b(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i, 'an older node doesn’t fill it'],
]

const breaks = ({ name, sql }) => {
  if (exemption.test(sql)) return []
  // Comments and texts are no statements.
  const bare = sql.replaceAll(/--.*$|\/\*[^]*?\*\//gm, '').replaceAll(/'(?:[^']|'')*'/g, "''")
  return forbidden.flatMap(([pattern, why]) => {
    const [found] = pattern.exec(bare) ?? []
    if (!found) return []
    const words = found.replaceAll(/\s+/g, ' ')
    return [`${folder}/${name}: ${words}: ${why}; do without, or say why in a line "-- Not additive: …"`]
  })
}

/** The newest release that git knows; a clone without tags knows none. */
const lastTag = async () => {
  const text = await quiet('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*']).catch(() => '')
  return text.trim() || undefined
}
