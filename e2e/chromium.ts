import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import bundled, { inflate } from '@sparticuz/chromium'

/** A browser that can be started: its program, and what it needs around it. */
export interface Program {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** The browser of this run: the one named by CHROME_PATH, the one from npm on Linux x64, or one that is installed. */
export const findChromium = async (): Promise<Program> => {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, but there is no such file.`)
    return { path: named, env: {} }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpacked()
  const path = usualPlaces().find((place) => existsSync(place))
  if (path !== undefined) return { path, env: {} }
  throw new Error('The journeys need Chrome or Chromium: install one, or set CHROME_PATH to its program.')
}

const usualPlaces = (): string[] => {
  const env = (name: string): string => process.env[name] ?? ''
  const onPath = env('PATH').split(process.platform === 'win32' ? ';' : ':')
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
  const programs = [env('PROGRAMFILES'), env('PROGRAMFILES(X86)'), env('LOCALAPPDATA')]
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(env('HOME'), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    ...programs.filter(Boolean).map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
    ...onPath.filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name))),
  ]
}

const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
const cache = fileURLToPath(new URL('../node_modules/.cache/runnel/', import.meta.url))

/** Unpacks the browser once, into a folder of its own that appears whole or not at all. */
const unpacked = async (): Promise<Program> => {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const part = mkdtempSync(`${folder}-`)
    await inside(part, async () => {
      await bundled.executablePath()
      await inflate(join(packageFolder, 'bin', 'al2023.tar.br'))
    })
    // Another run may have been faster; then its folder serves.
    if (existsSync(folder)) rmSync(part, { recursive: true })
    else renameSync(part, folder)
  }
  const path = join(folder, 'chromium')
  return { path, env: starts(path) ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } }
}

/** The package unpacks into the folder for temporary files, which others share and which may hold half a browser. */
const inside = async (folder: string, work: () => Promise<void>): Promise<void> => {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/** A bare system lacks libraries that browsers expect; the package brings them along. */
const starts = (path: string): boolean => spawnSync(path, ['--version']).status === 0
