import { purgeUnverifiedPostbacks } from '#features/offerwall/postback/postback-log.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say } from '#kernel/words/say.ts'
import { type ReleaseDeps, releaseOffers } from './release.ts'

/** Makes spendable what was held long enough. The table of offers knows what is due. */
const offersRelease = defineJob('offers.release', { cron: '*/10 * * * *', expireSeconds: 600 })
/** Forgets calls that no wall vouched for. */
const postbacksSweep = defineJob('postbacks.sweep', { cron: '40 * * * *' })

/** What runs apart from requests: releasing what was held, and cleaning up behind strangers. */
export const offerwallWorkers = (deps: ReleaseDeps): readonly Worker[] => [
  worker(offersRelease, () => releaseOffers(deps)),
  worker(postbacksSweep, async () =>
    say('owner.job.postbacksDeleted', { count: await purgeUnverifiedPostbacks(deps.db, deps.clock()) }),
  ),
]
