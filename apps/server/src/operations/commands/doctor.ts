import { lineOf, lookAtAll } from '#server/operations/doctor/look.ts'
import { runCommand } from './command.ts'

/** `npm run doctor`: the problems of a site and how to fix them, one line each. Changes nothing. */
const main = async (): Promise<void> => {
  const findings = await lookAtAll()
  for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`)
  process.exitCode = findings.some(({ mark }) => mark === 'wrong') ? 1 : 0
}

runCommand(main)
