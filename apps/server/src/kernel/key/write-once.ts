import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file that is there whole or not at all, whenever the machine stops: written aside, flushed, and linked. Of
 * two starts at once the first wins.
 */
export const writeOnce = (path: string, text: string, draft = `${path}.new-${process.pid}`): void => {
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    linkSync(draft, path)
    flushFolder(dirname(path))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The name of a file is kept by its folder. */
const flushFolder = (path: string): void => {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
