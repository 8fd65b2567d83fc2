import type { Contract } from '@runnel/contract'
import { CAMPAIGN_PAGE } from '@runnel/contract/constants'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { money, say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { addViews, editCampaign, deleteOwnCampaign } from './change.ts'
import { createCampaign } from './create.ts'
import { optionsOf } from './options.ts'
import { mayWait, readAddress, fetchPage } from './page-check.ts'
import { reportOf } from './report.ts'
import { campaignColumns, campaignView, campaignViews } from './view.ts'
import { viewsFile } from './views-file.ts'

export {
  approveCampaign,
  deleteCampaign,
  allowResumeCampaigns,
  isUnread,
  pauseCampaign,
  pauseCampaignsOf,
  rejectCampaign,
} from './decide.ts'
export { type LockedCampaign, lockCampaignRow, transitionCampaign } from './row-locks.ts'
export { checkPage } from './page-check.ts'
export { type Reopened, reopenView } from './reopen.ts'
export { canTransitionCampaign } from './status.ts'
export { campaignColumns, campaignViews, type ShownCampaign } from './view.ts'

/** What advertising depends on. */
export interface AdvertiseDeps {
  readonly publicUrl: string
  readonly secrets: Pick<Secrets, 'hmac'>
}

/** Advertising: what is sold, a user's campaigns from buying to deleting, and what became of every view. */
export const advertise = (deps: AdvertiseDeps): Handlers<Contract['advertise']> => ({
  list: async ({ query }, { db, caller, settings }) => {
    const [{ ads, total }, balances] = await Promise.all([
      ownCampaigns(db, { userId: caller.id, page: query.page }),
      balancesOf(db, caller.id),
    ])
    const minViews = settings.ptc_min_views
    return { ads, total, options: optionsOf(settings), minViews, depositBalance: balances.deposit }
  },

  check: async ({ body }, { adapters }) => {
    const read = readAddress(body, deps.publicUrl)
    const found = read.ok
      ? await fetchPage({ ...deps, runPageCheck: adapters.runPageCheck }, { kind: body.kind, url: read.url })
      : read.finding
    const { verdict, sentence, offer, title } = found
    return { ok: mayWait(found), msg: verdict === 'good' ? null : sentence, offer, title }
  },

  create: async ({ body }, context) => {
    const { id, depositBalance } = await createCampaign(context, { wish: body, publicUrl: deps.publicUrl })
    const msg = say('advertise.campaignCreatedNowReview')
    return { campaign: await campaignView(context.tx, id), depositBalance, msg }
  },

  edit: async ({ params, body }, context) => {
    const { status } = await editCampaign(context, { id: params.id, edit: body })
    const msg = status === 'pending' ? say('advertise.savedWillReviewedBefore') : say('saved')
    return { campaign: await campaignView(context.tx, params.id), msg }
  },

  remove: async ({ params }, context) => {
    const { refunded, depositBalance } = await deleteOwnCampaign(context, params.id)
    const back = money(refunded, context.settings.site_currency)
    const msg = refunded === 0 ? say('deleted') : say('deletedRefunded', { refunded: back })
    return { refunded, depositBalance, msg }
  },

  addView: async ({ params, body }, context) => {
    const depositBalance = await addViews(context, { id: params.id, views: body.views })
    const campaign = await campaignView(context.tx, params.id)
    return { campaign, depositBalance, msg: say('advertise.viewsAdded', { views: body.views }) }
  },

  report: ({ params }, { db, caller, now }) => reportOf(db, { id: params.id, userId: caller.id, now }),

  views: ({ params }, { db, caller, now }) => viewsFile(db, { id: params.id, userId: caller.id, now }, deps.secrets),
})

/** A page of a user's campaigns, newest first. */
const ownCampaigns = async (db: Read, { userId, page }: { userId: string; page: number }) => {
  const own = db.selectFrom('campaigns').where('user_id', '=', userId).where('status', '<>', 'deleted')
  const [rows, counted] = await Promise.all([
    own
      .select(campaignColumns)
      .orderBy('id', 'desc')
      .limit(CAMPAIGN_PAGE)
      .offset((page - 1) * CAMPAIGN_PAGE)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ads: await campaignViews(db, rows), total: counted.count }
}
