import type { Plugin, ViteDevServer } from 'vite'

/** In development the public pages are rendered from source at each request, as the server renders the built ones. */
export function publicPagesInDev({ api }: { api: string }): Plugin {
  return {
    name: 'runnel-public-pages-in-dev',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        renderFromSource({ server, api, path }).then((page) => {
          if (!page) return next()
          response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' })
          response.end(page.html)
        }, next)
      })
    },
  }
}

async function renderFromSource({ server, api, path }: { server: ViteDevServer; api: string; path: string }) {
  const entry = await server.ssrLoadModule('/src/public-entry.tsx')
  if (!entry['publicPaths'].includes(path)) return null
  const home = await fetch(`${api}/api/home`).then((answer) => (answer.ok ? answer.json() : null), () => null)
  return entry['renderPublicPage'](path, { ...entry['sampleData'], home })
}
