import { status } from '@runnel/contract/failure'
import type { FastifyInstance } from 'fastify'
import { recordTrapHit } from '#guard/trap.ts'
import type { Bucket } from '#kernel/http/rate-limit.ts'
import type { Services } from '#kernel/services.ts'
import { findCaller } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'

/**
 * What only programs written against other scripts post to (ANTIBOT.md 3.6). Whoever only fetches them says nothing:
 * link scanners and prefetchers do.
 */
const decoyPaths = ['/faucet/verify', '/api/antibot/solution', '/api/ct/answer', '/api/faucet/auto']

/** Enough to know of a program; who calls for ever must not fill the log. */
const decoyNotes: Bucket = { name: 'decoys', points: 10, seconds: 60 }

/** Answers decoys like any unknown address, and notes which signed-in account posted. */
export const decoys = (
  app: FastifyInstance,
  { db, clock, limits, identifyVisitor }: Pick<Services, 'db' | 'clock' | 'limits' | 'identifyVisitor'>,
): void => {
  for (const url of decoyPaths) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
        const caller = request.method === 'POST' ? await findCaller(db, token, clock()) : undefined
        const visitor = identifyVisitor(request)
        if (caller !== undefined && (await limits.spend(decoyNotes, visitor.net)) === 0) {
          const sample = { method: request.method, path: url }
          await recordTrapHit(db, { trap: 'decoy-address', visitor, userId: caller.id, sample, now: clock() })
        }
        return reply
          .code(status.notFound)
          .send({ code: 'NOT_FOUND', msg: say('request.notFound'), requestId: request.id })
      },
    })
  }
}
