import { status } from '@runnel/contract/failure'
import type { FastifyInstance } from 'fastify'
import { recordTrapHit, type Trap } from '#guard/trap.ts'
import type { Bucket } from '#kernel/http/rate-limit.ts'
import type { Services } from '#kernel/services.ts'
import { findCaller } from '#kernel/session.ts'

/** What only programs written against other scripts call, and what only robots.txt tells of (ANTIBOT.md 3.6). */
const decoyPaths: Readonly<Record<string, Trap>> = {
  '/faucet/verify': 'decoy-address',
  '/api/antibot/solution': 'decoy-address',
  '/api/ct/answer': 'decoy-address',
  '/api/faucet/auto': 'decoy-address',
  '/rewards/unlimited': 'robots-address',
}

/** Enough to know of a program; who calls for ever must not fill the log. */
const decoyNotes: Bucket = { name: 'decoys', points: 10, seconds: 60 }

/** Answers decoys like any unknown address, and notes who called: whose token came along, is known. */
export const decoys = (
  app: FastifyInstance,
  { db, clock, limits, identifyVisitor }: Pick<Services, 'db' | 'clock' | 'limits' | 'identifyVisitor'>,
): void => {
  for (const [url, trap] of Object.entries(decoyPaths)) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        const visitor = identifyVisitor(request)
        if ((await limits.spend(decoyNotes, visitor.net)) === 0) {
          const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
          const caller = await findCaller(db, token, clock())
          const sample = { method: request.method, path: url }
          await recordTrapHit(db, { trap, visitor, userId: caller?.id ?? null, sample, now: clock() })
        }
        return reply.code(status.notFound).send({ code: 'NOT_FOUND', msg: 'Not found.', requestId: request.id })
      },
    })
  }
}
