import type { Plugin, Rolldown } from 'vite'

const reExport = /^(?:import"[^"]+";)*export\{([^}]*)\}from"\.\/([^"]+)";(?:import"[^"]+";)*\s*$/

/**
 * The bundler gives a dynamically imported module that lies in a chunk with others a facade: a chunk that only
 * re-exports it, which would cost a request. The import goes to the chunk itself instead. The facade stays for the
 * manifest, which names dynamic imports by it.
 */
export const directImports = (): Plugin => ({
  name: 'runnel-direct-imports',
  apply: 'build',
  generateBundle(_, bundle) {
    if (this.environment.config.build.ssr) return
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const facades = chunks.filter(isFacade)
    for (const chunk of chunks) {
      for (const { fileName, code } of facades) {
        const [, exported = '', source = ''] = reExport.exec(code) ?? []
        const names = exported.split(',').map((name) => name.split(' as '))
        const named = names.map(([inner = '', outer = inner]) => `${outer}:e.${inner}`).join(',')
        chunk.code = chunk.code.replaceAll(
          `import(\`./${baseOf(fileName)}\`)`,
          `import(\`./${source}\`).then(e=>({${named}}))`,
        )
        if (chunk.code.includes(baseOf(fileName)))
          this.error(`${chunk.fileName} imports ${fileName} in a form that is not known here`)
      }
    }
  },
})

/** Whether a chunk only re-exports what another one has. */
export const isFacade = ({ code, isDynamicEntry }: Rolldown.OutputChunk): boolean =>
  isDynamicEntry && reExport.test(code)

const baseOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('/') + 1)
