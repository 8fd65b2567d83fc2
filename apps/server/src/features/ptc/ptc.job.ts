import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { type ReviewDeps, reviewViews } from './review.ts'

/** Looks for paid views that turned out invalid. */
const ptcReview = defineJob('ptc.review', { cron: '*/10 * * * *', expireSeconds: 600 })

/** What runs apart from requests: returning views that were none. */
export const ptcWorkers = (deps: ReviewDeps): readonly Worker[] => [worker(ptcReview, () => reviewViews(deps))]
