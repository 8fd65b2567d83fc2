import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { openEscrow } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { fund } from './escrow.ts'
import { costOf, optionFor } from './options.ts'
import { readAddress } from './page-check.ts'

type Routes = Contract['advertise']
type Wish = Input<Routes['create']>['body']
type CreateContext = Context<Routes['create']>

/** Makes a campaign: its row, its escrow, and the whole price in it. It waits for a person, then it runs. */
export const createCampaign = async (
  context: CreateContext,
  { wish, publicUrl }: { wish: Wish; publicUrl: string },
): Promise<{ id: string; depositBalance: Units }> => {
  const { tx, caller, settings, now, notifyLive } = context
  const { price, reward } = optionFor(wish, settings)
  const fewest = settings.ptc_min_views
  if (wish.views < fewest) refuseField('views', 'TOO_FEW_VIEWS', say('advertise.minimumViews', { fewest }))
  const cost = costOf({ views: wish.views, price })
  const id = await insert(context, { wish, price, reward, publicUrl })
  await openEscrow(tx, id, now)
  const currency = settings.site_currency
  const depositBalance = await fund(tx, { campaignId: id, ownerId: caller.id, cost, currency, now })
  notifyLive(caller.id)
  return { id, depositBalance }
}

interface Priced {
  readonly wish: Wish
  readonly price: Units
  readonly reward: Units
  readonly publicUrl: string
}

const insert = async (
  { tx, caller, now }: CreateContext,
  { wish, price, reward, publicUrl }: Priced,
): Promise<string> => {
  // The check `page` has looked at this very address; here it is only brought into its normal form again.
  const read = readAddress(wish, publicUrl)
  if (!read.ok) return refuseField('url', read.finding.code, read.finding.sentence)
  const id = newId()
  await tx
    .insertInto('campaigns')
    .values({
      id,
      user_id: caller.id,
      kind: wish.kind,
      title: wish.title,
      description: wish.description,
      url: read.url,
      video_id: read.videoId,
      timer: wish.timer,
      price,
      reward,
      views: wish.views,
      views_left: wish.views,
      countries: [...new Set(wish.countries)].sort(),
      min_level: wish.minLevel,
      device: wish.device,
      interval_seconds: wish.interval,
      status: 'pending',
      reason: null,
      reports_since: now,
      created_at: now,
      updated_at: now,
      looked_at: now,
    })
    .execute()
  return id
}
