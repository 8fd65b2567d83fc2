import type { FastifyInstance } from 'fastify'

/**
 * Lets a proxy write addresses in `X-Forwarded-For` with their ports, in brackets or in quotes, as some do. Whoever
 * reads the header afterwards finds bare addresses: with a port none would be known as a proxy that is trusted, nor as
 * part of a network.
 */
export const readForwarded = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const sent = headers['x-forwarded-for']
    if (typeof sent === 'string') headers['x-forwarded-for'] = sent.split(',').map(bareAddress).join(', ')
  })
}

const bareAddress = (written: string): string => {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const found = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)
  return found?.[1] ?? text
}
