import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'
import { isMainThread } from 'node:worker_threads'
import { exampleCertificate } from '@runnel/server/src/test/certificate.ts'

/**
 * Loaded into the server of the journeys before anything else: the names below example.com lead to pages of this very
 * process, so that the server looks at advertised addresses with the code that it always has. Everything else of the
 * net is as it was.
 */
const ADDRESS = '93.184.216.34'

const html = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>`

const openPages = async (): Promise<number> => {
  const server = createServer({ ...exampleCertificate }, (request, response) => {
    const { host } = request.headers
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (host === 'bank.example.com') response.setHeader('x-frame-options', 'DENY')
    // As many places answer to whatever they take for a robot.
    if (host === 'shy.example.com') response.statusCode = 403
    response.end(html(`Welcome to ${host ?? ''}`))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

// The threads that draw pictures look at no address.
if (isMainThread) {
  const port = await openPages()
  tls.setDefaultCACertificates([...tls.getCACertificates(), exampleCertificate.cert])
  const { lookup } = dns
  const { connect } = net
  const isOurs = (name: unknown): boolean => typeof name === 'string' && name.endsWith('.example.com')
  Object.assign(dns, {
    lookup: async (...asked: Parameters<typeof lookup>) =>
      isOurs(asked[0]) ? [{ address: ADDRESS, family: 4 }] : lookup(...asked),
  })
  Object.assign(net, {
    connect: (...asked: [net.NetConnectOpts, (() => void)?]) => {
      const [to] = asked
      return 'host' in to && to.host === ADDRESS ? connect({ host: '127.0.0.1', port }) : connect(...asked)
    },
  })
  syncBuiltinESMExports()
}
