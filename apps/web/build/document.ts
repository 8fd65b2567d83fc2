import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { inlineScript } from './inline-script.ts'

const sourceOf = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url))

/**
 * Orders the document by what somebody sees first. Its head holds the script that sets the colours and asks for data.
 * The first drawing of the page follows, put into `#frame` by the server with the style that it needs. All sheets and
 * scripts of the application wait in a template until that is painted. The two scripts that stand in the document are
 * allowed by their hashes.
 */
export const orderedDocument = async (): Promise<Plugin[]> => {
  const [first, after] = await Promise.all(
    ['head-script.ts', 'after-paint.ts'].map((name) => inlineScript(sourceOf(name))),
  )
  const csp = JSON.stringify({ scriptHashes: [first, after].map(hashOf) })
  return [
    {
      name: 'runnel-head-script',
      transformIndexHtml: {
        order: 'post',
        handler: () => [{ tag: 'script', children: first ?? '', injectTo: 'head-prepend' as const }],
      },
    },
    {
      name: 'runnel-after-paint',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => {
          const files = html.match(ofApplication)?.map((tag) => tag.trim()) ?? []
          const waiting = `<template id="application">${files.join('')}<!--page--></template><script>${after}</script>`
          return html.replaceAll(ofApplication, '').replace('</body>', () => `  ${waiting}\n  </body>`)
        },
      },
      generateBundle() {
        if (this.environment.config.build.ssr) return
        this.emitFile({ type: 'asset', fileName: 'csp.json', source: csp })
      },
    },
  ]
}

const ofApplication = /\s*(?:<link rel="(?:stylesheet|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>)/g

const hashOf = (text: string | undefined) =>
  `sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}`
