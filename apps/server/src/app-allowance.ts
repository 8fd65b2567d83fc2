import type { FastifyInstance } from 'fastify'
import { isEndpoint } from '#kernel/http/mount.ts'
import type { Services } from '#kernel/services.ts'

/** Processor time of a page: the front page with its figures is the dearest. */
const PAGE_MS = 5
/** Files cost no more than refusing them would, and whoever watches over the site asks from one address. */
const uncounted = /^\/(healthz|readyz|metrics)$|\.[a-z0-9]+$/

/** Counts what is no endpoint of the contract, such as pages, among the calls of a network. */
export const countPages = (
  app: FastifyInstance,
  { identifyVisitor, allowances }: Pick<Services, 'identifyVisitor' | 'allowances'>,
): void => {
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?')
    if (isEndpoint(request.routeOptions.config) || uncounted.test(path)) return
    await allowances.spend({ kind: 'guest', who: identifyVisitor(request).net }, PAGE_MS)
  })
}
