import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { isFacade } from './direct-imports.ts'

const tables = ['pages', 'callback-pages', 'program-pages'].map(
  (name) => new URL(`../src/shell/${name}.ts`, import.meta.url),
)

/**
 * Writes `preloads.json`: for each page of the table the scripts and styles that it needs beside those of every page.
 * The server names them in the document, so that the browser fetches all of them at once.
 */
export const pagePreloads = (): Plugin => ({
  name: 'runnel-page-preloads',
  apply: 'build',
  generateBundle: {
    // After Vite has taken away the chunks that only held styles, and the entry, which index.html stands for then.
    order: 'post',
    handler(_, bundle) {
      if (this.environment.config.build.ssr) return
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const document = bundle['index.html']
      const named = document?.type === 'asset' ? String(document.source) : ''
      const preloads = tables
        .flatMap((table) => pagesIn(readFileSync(table, 'utf8')))
        .map(({ path, sources }) => {
          const files = sources.flatMap((source) => [...closureOf(chunks, fileOf(chunks, source))])
          return [path, [...new Set(files)].filter((file) => !named.includes(file))]
        })
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      })
    },
  },
})

interface PageSources {
  path: string
  sources: string[]
}

/** What is around a page of these rows when they do not say otherwise, as in `shell/page.ts`. */
const usual: Readonly<Record<string, string>> = { guest: 'guest', open: 'bare', full: 'full' }

/** The rows of the page table, by their path, layout and import. */
const pagesIn = (source: string): PageSources[] =>
  source.split(/^ {2}'/m).flatMap((row) => {
    const [, path = '', kind = ''] = /^(\/[^']*)': (\w+)\(/.exec(row) ?? []
    const page = /import\('#features\/([^']+)'\)/.exec(row)?.[1]
    const layout = /layout: '(\w+)'/.exec(row)?.[1] ?? usual[kind] ?? 'app'
    const frame = `src/shell/layouts/${layout.charAt(0).toUpperCase()}${layout.slice(1)}Layout.tsx`
    return page === undefined ? [] : [{ path, sources: [`src/features/${page}`, frame] }]
  })

/** A layout that comes with the entry has no file of its own. */
const fileOf = (chunks: readonly Rolldown.OutputChunk[], source: string): string | undefined =>
  chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/${source}`))?.fileName

const closureOf = (chunks: readonly Rolldown.OutputChunk[], file: string | undefined, seen = new Set<string>()) => {
  if (file === undefined || seen.has(file)) return seen
  const chunk = chunks.find(({ fileName }) => fileName === file)
  if (chunk === undefined || !isFacade(chunk)) seen.add(file)
  for (const style of chunk?.viteMetadata?.importedCss ?? []) seen.add(style)
  for (const next of chunk?.imports ?? []) closureOf(chunks, next, seen)
  return seen
}
