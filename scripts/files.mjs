import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { quiet } from './step.mjs'

/** Paths of the files that git tracks, or would track, below the given patterns; without patterns, of all. */
export const listFiles = async (...patterns) => {
  const listed = await quiet('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns])
  // A file that is deleted, but still in git's index, is listed too.
  return listed.split('\n').filter((path) => path && existsSync(join(root, path)))
}

/** One digest of the names and contents of files, in hexadecimal; times of files say nothing after a checkout. */
export const digestOfFiles = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}
