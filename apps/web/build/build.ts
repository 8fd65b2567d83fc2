import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The browser's files and the server's programs, both at once: each keeps one processor busy. */
const builds = [['build'], ['build', '--ssr']].map((args) =>
  spawn('vite', [...args, '--logLevel', 'warn'], { stdio: 'inherit', shell: process.platform === 'win32' }),
)
const codes = await Promise.all(builds.map((build) => once(build, 'exit')))
process.exitCode = codes.every(([code]) => code === 0) ? 0 : 1
