import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { quiet } from './step.mjs'

const columns = 120
const fileLines = 300
const checked = /[.](ts|tsx|mjs|cjs|css|sql)$/

/** The limits that the linter does not know: width of every line, and length of files that it does not read. */
export async function checkLimits() {
  const listed = await quiet('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  const paths = listed.split('\n').filter((path) => checked.test(path) && !path.includes('/locales/'))
  const wrong = paths.flatMap(problemsOf)
  if (wrong.length) throw new Error(wrong.join('\n'))
}

function problemsOf(path) {
  const lines = readText(path).trimEnd().split('\n')
  const wide = lines.flatMap((line, index) => {
    const width = [...line].length
    return width > columns ? [`${path}:${index + 1} has ${width} columns; ${columns} are allowed`] : []
  })
  const long = lines.length > fileLines ? [`${path} has ${lines.length} lines; ${fileLines} are allowed`] : []
  return [...wide, ...long]
}

function readText(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    // Deleted, but not yet in git.
    return ''
  }
}
