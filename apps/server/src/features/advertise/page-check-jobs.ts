import { defineJob } from '#kernel/queue.ts'

/**
 * Looks again at what is running and was not looked at for a day. It comes every quarter of an hour and takes a part
 * of them, so that a site with many campaigns looks all day long instead of all at once.
 */
export const recheckCampaigns = defineJob('campaigns.look', { cron: '*/15 * * * *', expireSeconds: 600 })

/** Checks one campaign soon, because it was changed or runs again. */
export const checkCampaignPage = defineJob<{ readonly campaignId: string }>('campaign.look')
