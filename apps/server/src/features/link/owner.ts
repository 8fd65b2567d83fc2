import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminLink, HeldVisit } from '@runnel/contract/admin/link'
import type { Input } from '@runnel/contract/route'
import { oneAtATime, type Rise } from '#guard/approval/limits.ts'
import { allowRise } from '#guard/approval/second-admin.ts'
import { type RiskSignal, scoreOf, marksOf } from '#guard/suspicion/score.ts'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { refuseField } from '#kernel/refusal.ts'
import { money, say, together } from '#kernel/words/say.ts'
import {
  addProvider,
  reviewHeldVisits,
  editProvider,
  heldBehind,
  heldPage,
  type HeldRow,
  type LinkDeps,
  orderProviders,
  providerViews,
  deleteProvider,
  testProvider,
} from './link.ts'

type Links = Pick<
  Handlers<Contract['admin']>,
  | 'links'
  | 'addLink'
  | 'editLink'
  | 'orderLinks'
  | 'testLink'
  | 'removeLink'
  | 'heldVisits'
  | 'heldVisitsCsv'
  | 'decideVisits'
>

/** What the owner does about shortlinks; the rules stand in the link feature, the audit rows here. */
export const links = (deps: LinkDeps): Links => ({
  links: async (_input, { db, now }) => ({ links: await providerViews(db, now) }),

  addLink: async ({ body }, context) => {
    const { apiKey: _key, ...after } = body
    await oneAtATime(context)
    const sentence = say('owner.link.addShortlinkProvider', { text: textOf(body, context.settings.site_currency) })
    const gain = await allowRise(context, { rise: { from: 0, to: worthOf(body) }, sentence })
    const managing = { deps, now: context.now, visitMinutes: context.settings.link_visit_minutes }
    const added = await addProvider(context.tx, managing, body)
    const deed = { action: 'link.add', target: added._id, before: undefined, after, gain } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { link: added, msg: say('owner.link.providerAdded') }
  },

  editLink: async ({ params: { id }, body }, context) => {
    const { tx, now, caller, settings } = context
    await oneAtATime(context)
    const managing = { deps, now, caller, visitMinutes: settings.link_visit_minutes }
    const { before, after, link, key } = await editProvider(tx, managing, { id, changes: body })
    const sentence = say('owner.link.changeShortlinkProvider', { text: textOf(after, context.settings.site_currency) })
    const gain = await allowRise(context, { rise: riseOf(before, after), sentence, ref: id })
    // That there is another key is worth a line; which one it is stands nowhere.
    const noted = key === 'kept' ? {} : { apiKey: key === 'replaced' ? 'changed' : 'removed' }
    const deed = { action: 'link.edit', target: id, before, after: { ...after, ...noted }, gain } as const
    await audit(tx, { ...byCaller(context), ...deed })
    const msg = key === 'removed' ? say('owner.link.providerSavedKeyDeleted') : say('owner.link.providerSaved')
    return { link, msg }
  },

  orderLinks: async ({ body }, context) => {
    await orderProviders(context.tx, body.ids)
    const deed = { action: 'link.order', target: 'links', before: undefined, after: body.ids } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { msg: say('owner.link.orderSaved') }
  },

  testLink: ({ params }, context) => testProvider(deps, context, params.id),

  removeLink: async ({ params: { id } }, context) => {
    const { name } = await deleteProvider(context.tx, { id, now: context.now })
    const deed = { action: 'link.remove', target: id, before: { name }, after: undefined } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { msg: say('owner.link.providerDeleted') }
  },

  heldVisits: async ({ query }, { db, now }) => {
    const { rows, total } = await heldPage(db, query)
    return { items: await heldViews(db, rows, now), totalItems: total }
  },

  heldVisitsCsv: (_input, { db, now }) => heldFile(db, now),

  decideVisits: ({ body }, context) => decideVisits(context, body),
})

/** Pays visits in review, or refuses them with a reason. */
const decideVisits = async (context: WriteContext, body: Input<Contract['admin']['decideVisits']>['body']) => {
  const { ids, pay, reason } = body
  if (!pay && reason === undefined) refuseField('reason', 'REASON_MISSING', say('owner.link.enterReasonUsersWill'))
  await oneAtATime(context)
  const { done, skipped, paid } = await reviewHeldVisits(context, { ids, refusal: pay ? null : (reason ?? '') })
  const sum = money(paid, context.settings.site_currency)
  const sentence = say('owner.link.payVisits', { sum, count: done.length })
  const gain = await allowRise(context, { rise: { from: 0, to: paid }, sentence })
  const after = pay ? { status: 'paid' } : { status: 'refused', reason }
  const action = pay ? 'link.pay' : 'link.refuse'
  await auditAll(
    context.tx,
    done.map((target, at) => ({
      ...byCaller(context),
      action,
      target,
      before: { status: 'held' },
      after,
      // The sum of all of them, noted once.
      gain: at === 0 ? gain : null,
    })),
  )
  const count = done.length
  const first = pay ? say('owner.link.paid', { count }) : say('owner.link.refused', { count })
  const msg = together(first, skipped > 0 && say('alreadyDecided', { count: skipped }))
  return { done: done.length, skipped, msg }
}

type Provider = Pick<AdminLink, 'name' | 'api' | 'apiUrl' | 'reward' | 'maxView' | 'enabled'>

/** What one user gets in a day. */
const worthOf = ({ reward, maxView }: Provider): number => reward * maxView

/** Another provider, or one that is switched on, says for itself who came back: its whole reward counts. */
const riseOf = (before: Provider, after: Provider): Rise => {
  const isOther = after.api !== before.api || after.apiUrl !== before.apiUrl || (after.enabled && !before.enabled)
  return { from: isOther ? 0 : worthOf(before), to: worthOf(after) }
}

const textOf = ({ name, reward, maxView }: Provider, currency: string): string =>
  say('owner.link.visitMostDayEach', { name, reward: money(reward, currency), maxView })

const heldFile = (db: Read, now: Date): Promise<CsvFile> =>
  csvOf<HeldVisit>({
    name: 'held-visits',
    now,
    columns: {
      time: (visit) => visit.at,
      username: (visit) => visit.user.username,
      score: (visit) => visit.user.score,
      link: (visit) => visit.link,
      seconds: (visit) => visit.seconds,
      usual_seconds: (visit) => visit.usual,
      reward_units: (visit) => visit.reward,
      reason: (visit) => visit.reason,
      id: (visit) => visit._id,
    },
    next: async (last, limit) => heldViews(db, await heldBehind(db, last?._id, limit), now),
  })

const heldViews = async (db: Read, rows: readonly HeldRow[], now: Date): Promise<HeldVisit[]> => {
  const userIds = rows.map(({ user_id: userId }) => userId)
  const marks: ReadonlyMap<string, RiskSignal[]> = await marksOf(db, userIds)
  return rows.map(({ id, user_id: userId, username, link, seconds, median, reward, reason, at }) => {
    const score = Math.round(scoreOf(marks.get(userId) ?? [], now) * 10) / 10
    const user = { _id: userId, username, score }
    return { _id: id, link, user, seconds: Number(seconds), usual: median, reward, reason, at: at.toISOString() }
  })
}
