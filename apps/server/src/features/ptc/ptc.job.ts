import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { type ReviewRooms, reviewViews } from './review.ts'

/** Looks for paid views that turned out invalid. */
const ptcReview = defineJob('ptc.review', { cron: '*/10 * * * *', expireSeconds: 600 })

/** What runs apart from requests: returning views that were none. */
export const ptcWorkers = (rooms: ReviewRooms): readonly Worker[] => [worker(ptcReview, () => reviewViews(rooms))]
