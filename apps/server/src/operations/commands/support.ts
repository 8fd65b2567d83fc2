import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { supportReport } from '#server/operations/support/report.ts'
import { runCommand, tell } from './command.ts'

/** `npm run support`: writes a report for support requests, which the operator can read before sending it. */
const main = async (): Promise<void> => {
  const now = new Date()
  const report = await supportReport(process.env, now)
  const folder = process.env['DATA_DIR'] || 'data'
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `support-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.json`)
  writeFileSync(file, report, { mode: 0o600 })
  process.stdout.write(`${file}\n`)
  tell('It contains no password, key, name, email or IP address. Read it before you send it.')
}

runCommand(main)
