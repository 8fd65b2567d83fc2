import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Icons that point somewhere, and are mirrored in languages from right to left by their name. */
export const mirrored: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, '../src/styles/base.css'), 'utf8').match(/(?<=\.tabler-icon-)[\w-]+/g),
)

/**
 * Sends icons to the browser without what nothing there reads: the keys of their paths, which never change places, the
 * name for React's own tools, and the class of each icon that no style asks for.
 */
export const leanIcons = (): Plugin => ({
  name: 'runnel-lean-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/@tabler\/icons-react\/dist\/esm\/icons\/\w+\.mjs$/ },
    handler: (code) => ({ code: leanIcon(code), map: null }),
  },
})

export const leanIcon = (code: string): string =>
  code
    .replaceAll(/, "key": "svg-\d+"/g, '')
    .replace(
      /(createReactComponent\("\w+", )"([\w-]+)", "\w+"/,
      (_all, start: string, name: string) => `${start}"${mirrored.has(name) ? name : ''}", ""`,
    )
