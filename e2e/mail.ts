import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { patienceMs } from '#e2e/browser.ts'

/** The address of the newest link to `page` that was mailed to somebody; waits until the mail is there. */
export const mailedLink = async (
  { dataDir }: { dataDir: string },
  { to, page, not }: { to: string; page: 'active' | 'reset-password' | 'unsubscribe'; not?: string },
): Promise<string> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const link = lettersTo(dataDir, to)
      .map((letter) => new RegExp(`https?://\\S+/${page}/[\\w-]+`).exec(letter)?.[0])
      .findLast((found) => found !== undefined)
    if (link !== undefined && link !== not) return link
    if (Date.now() > until)
      throw new Error(`No mail to ${to} with a link to /${page}/ came within ${patienceMs / 1_000} s.`)
    await pause(100)
  }
}

/** The newest letter to somebody that holds these words, as it was written; waits until it is there. */
export const mailedText = async (
  { dataDir }: { dataDir: string },
  { to, holds }: { to: string; holds: string },
): Promise<string> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const letter = lettersTo(dataDir, to).findLast((one) => one.includes(holds))
    if (letter !== undefined) return letter
    if (Date.now() > until) throw new Error(`No mail to ${to} says "${holds}" within ${patienceMs / 1_000} s.`)
    await pause(100)
  }
}

/** All letters to an address, the oldest first: their names are ids that rise. */
const lettersTo = (dataDir: string, to: string): string[] => {
  const folder = join(dataDir, 'outbox')
  const names = listed(folder).filter((name) => name.endsWith('.eml'))
  return names
    .toSorted()
    .map((name) => decoded(readFileSync(join(folder, name), 'utf8')))
    .filter((letter) => letter.includes(`To: ${to}\n`))
}

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // The first mail makes the folder.
    return []
  }
}

/** Quoted-printable breaks long lines and writes some signs as numbers; links are plain again without that. */
const decoded = (letter: string): string =>
  letter
    .replaceAll('\r\n', '\n')
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
