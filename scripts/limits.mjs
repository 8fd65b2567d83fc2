import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles } from './files.mjs'
import { root } from './root.mjs'

const columns = 120
const fileLines = 300
const folderFiles = 30
/** Migrations are a list with an order, not parts of one thing. */
const list = 'apps/server/migrations'
/** The ledger's own tables; everything else asks `money/` about them. */
const ledgerTable = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:accounts|transfers)\b/
const mayReadLedger = /^(?!apps[/]server[/]src[/])|[/]src[/](?:money|test)[/]|[.]test[.]ts$/
const checked = /[.](ts|tsx|mjs|cjs|css|sql)$/

/**
 * What the linter does not know: width of lines, length of files and folders, whose tables SQL names, and that no two
 * migrations have one number.
 */
export const checkLimits = async () => {
  const all = await listFiles()
  const paths = all.filter((path) => checked.test(path) && !path.includes('/locales/'))
  const wrong = [...largeFolders(all), ...paths.flatMap(problemsOf), ...sharedNumbers(all)]
  if (wrong.length) throw new Error(wrong.join('\n'))
}

const largeFolders = (paths) => {
  const counts = new Map()
  for (const path of paths) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    count > folderFiles && folder !== list ? [`${folder} holds ${count} files; ${folderFiles} are allowed`] : [],
  )
}

/** Two branches may each take the next free number; git merges them without a conflict. */
export const sharedNumbers = (paths) => {
  const numbered = paths.flatMap((path) => {
    const name = path.match(/^apps[/]server[/]migrations[/]((\d+)-[^/]+[.]sql)$/)
    return name ? [{ name: name[1], number: name[2] }] : []
  })
  // This runs on the Node of the machine too, whose oldest knows no `Object.groupBy`.
  return [...new Set(numbered.map(({ number }) => number))].flatMap((number) => {
    const names = numbered.filter((each) => each.number === number).map(({ name }) => name)
    return names.length > 1 ? [`${list}: ${names.join(' and ')} share number ${number}; rename the later one`] : []
  })
}

const problemsOf = (path) => {
  const lines = readText(path).trimEnd().split('\n')
  const wide = lines.flatMap((line, index) => {
    const width = [...line].length
    return width > columns ? [`${path}:${index + 1} has ${width} columns; ${columns} are allowed`] : []
  })
  const long = lines.length > fileLines ? [`${path} has ${lines.length} lines; ${fileLines} are allowed`] : []
  return [...wide, ...long, ...ledgerReads(path, lines)]
}

const ledgerReads = (path, lines) => {
  if (mayReadLedger.test(path)) return []
  return lines.flatMap((line, index) =>
    ledgerTable.test(line) ? [`${path}:${index + 1} reads the ledger; only money/ names its tables`] : [],
  )
}

const readText = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    // Deleted, but not yet in git.
    return ''
  }
}
