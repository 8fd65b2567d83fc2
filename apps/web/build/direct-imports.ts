import type { Plugin, Rolldown } from 'vite'

const reExport = /^(?:import"[^"]+";)*export\{([^}]*)\}from"\.\/([^"]+)";(?:import"[^"]+";)*\s*$/

/**
 * A module that is loaded later and lies in a file with others gets a file of its own that only passes its exports on,
 * which would cost a request. It is asked of the file with the others instead; the one that passes on stays for the
 * manifest, which names what is loaded later.
 */
export const directImports = (): Plugin => ({
  name: 'runnel-direct-imports',
  apply: 'build',
  generateBundle(_, bundle) {
    if (this.environment.config.build.ssr) return
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const passed = chunks.filter(isPassedOn)
    for (const chunk of chunks) {
      for (const { fileName, code } of passed) {
        const [, exported = '', source = ''] = reExport.exec(code) ?? []
        const names = exported.split(',').map((name) => name.split(' as '))
        const named = names.map(([inner = '', outer = inner]) => `${outer}:e.${inner}`).join(',')
        chunk.code = chunk.code.replaceAll(
          `import(\`./${baseOf(fileName)}\`)`,
          `import(\`./${source}\`).then(e=>({${named}}))`,
        )
        if (chunk.code.includes(baseOf(fileName)))
          this.error(`${chunk.fileName} asks for ${fileName} in a form that is not known here`)
      }
    }
  },
})

/** Whether a file only passes the exports of others on. */
export const isPassedOn = ({ code, isDynamicEntry }: Rolldown.OutputChunk): boolean =>
  isDynamicEntry && reExport.test(code)

const baseOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('/') + 1)
