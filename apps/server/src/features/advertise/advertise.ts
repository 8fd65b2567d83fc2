import type { Contract } from '@runnel/contract'
import { CAMPAIGN_PAGE } from '@runnel/contract/advertise'

import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { balancesOf } from '#money/accounts.ts'
import { inCurrency } from '#money/words.ts'

import { addViews, editCampaign, removeOwn } from './change.ts'
import { createCampaign } from './create.ts'
import { optionsOf } from './options.ts'
import { mayWait, type PageRooms, readAddress, seePage } from './page.ts'
import { reportOf } from './report.ts'
import { campaignColumns, campaignView, campaignViews } from './view.ts'
import { viewsFile } from './views-file.ts'

export {
  activeCampaigns,
  approveCampaign,
  deleteCampaign,
  handBackCampaigns,
  pauseCampaign,
  rejectCampaign,
} from './decide.ts'
export { type HeldCampaign, holdCampaign, moveCampaign } from './hold.ts'
export { checkPage } from './page.ts'
export { type Reopened, reopenView } from './reopen.ts'
export { mayMove } from './status.ts'
export { campaignColumns, campaignViews, type ShownCampaign } from './view.ts'

/** What advertising needs of the house. */
export interface AdvertiseRooms extends Omit<PageRooms, 'db'> {
  readonly secrets: Pick<Secrets, 'hmac'>
}

/** Advertising: what is sold, a user's campaigns from buying to deleting, and what became of every view. */
export const advertise = (rooms: AdvertiseRooms): Handlers<Contract['advertise']> => ({
  list: async ({ query }, { db, caller, settings }) => {
    const [{ ads, total }, balances] = await Promise.all([
      ownCampaigns(db, { userId: caller.id, page: query.page }),
      balancesOf(db, caller.id),
    ])
    const minViews = settings.ptc_min_views
    return { ads, total, options: optionsOf(settings), minViews, depositBalance: balances.deposit }
  },

  check: async ({ body }) => {
    const read = readAddress(body, rooms.publicUrl)
    const found = read.ok ? await seePage(rooms, { kind: body.kind, url: read.url }) : read.finding
    const { verdict, sentence, offer, title } = found
    return { ok: mayWait(found), msg: verdict === 'good' ? null : sentence, offer, title }
  },

  create: async ({ body }, context) => {
    const { id, depositBalance } = await createCampaign(context, { wish: body, publicUrl: rooms.publicUrl })
    const msg = 'Campaign created. It is now in review.'
    return { campaign: await campaignView(context.tx, id), depositBalance, msg }
  },

  edit: async ({ params, body }, context) => {
    const { status } = await editCampaign(context, { id: params.id, edit: body })
    const msg = status === 'pending' ? 'Saved. It will be reviewed before it runs again.' : 'Saved.'
    return { campaign: await campaignView(context.tx, params.id), msg }
  },

  remove: async ({ params }, context) => {
    const { refunded, depositBalance } = await removeOwn(context, params.id)
    const back = `${inCurrency(refunded, context.settings.site_currency)} refunded to your deposit balance.`
    return { refunded, depositBalance, msg: refunded === 0 ? 'Deleted.' : `Deleted. ${back}` }
  },

  addView: async ({ params, body }, context) => {
    const depositBalance = await addViews(context, { id: params.id, views: body.views })
    const campaign = await campaignView(context.tx, params.id)
    return { campaign, depositBalance, msg: `${body.views} views added.` }
  },

  report: ({ params }, { db, caller, now }) => reportOf(db, { id: params.id, userId: caller.id, now }),

  views: ({ params }, { db, caller, now }) => viewsFile(db, { id: params.id, userId: caller.id, now }, rooms.secrets),
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
