import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { supportReport } from '#server/operations/support/report.ts'
import { runCommand, tell } from './command.ts'

/** `npm run support`: what somebody who helps has to know, in a file that the owner can read before sending it. */
const main = async (): Promise<void> => {
  const now = new Date()
  const report = await supportReport(process.env, now)
  const folder = process.env['DATA_DIR'] || 'data'
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `support-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.json`)
  writeFileSync(file, report, { mode: 0o600 })
  process.stdout.write(`${file}\n`)
  tell('It holds no password, key, name, email or IP address. Read it before you send it.')
}

runCommand(main)
