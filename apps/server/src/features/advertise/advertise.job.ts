import { type Worker, worker } from '#kernel/queue.ts'
import { recheckCampaigns, checkCampaignPage } from './page-check-jobs.ts'
import { recheckDueCampaigns, recheckCampaign, type RecheckDeps } from './recheck-pages.ts'

/** What runs apart from requests: looking again at what is advertised. */
export const advertiseWorkers = (deps: RecheckDeps): readonly Worker[] => [
  worker(recheckCampaigns, () => recheckDueCampaigns(deps)),
  worker(checkCampaignPage, ({ campaignId }) => recheckCampaign(deps, campaignId)),
]
