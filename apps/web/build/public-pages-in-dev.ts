import type { Plugin, ViteDevServer } from 'vite'

/** In development the public pages are rendered from source at each request, as the server renders the built ones. */
export const publicPagesInDev = ({ api }: { api: string }): Plugin => ({
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
})

const renderFromSource = async ({ server, api, path }: { server: ViteDevServer; api: string; path: string }) => {
  const entry = await server.ssrLoadModule('/src/public-entry.tsx')
  if (!entry['publicPaths'].includes(path)) return null
  const name = path.slice(1)
  const [site, stats, content] = await Promise.all([
    ask(`${api}/api/site`),
    path === '/' ? ask(`${api}/api/home`) : null,
    ['privacy-policy', 'terms-of-service'].includes(name) ? ask(`${api}/api/content/${name}`) : null,
  ])
  return entry['renderPublicPage']({ path, site: site ?? siteWithoutServer, stats, content })
}

const siteWithoutServer = { name: 'Runnel', logo: '', hue: 200, currency: 'USD', registrationOpen: true }

const ask = async (url: string): Promise<unknown> => {
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}
