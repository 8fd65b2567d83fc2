import type { Contract } from '@runnel/contract'
import type { AdminChallenge } from '@runnel/contract/earn/challenge'
import type { Input } from '@runnel/contract/route'
import type { Selectable } from 'kysely'
import { oneAtATime, type Rise } from '#guard/approval/limits.ts'
import { allowRise } from '#guard/approval/second-admin.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import type { EarnChallengeRow } from '#kernel/tables/earning.ts'
import { money, say } from '#kernel/words/say.ts'
import { challengeKind } from './challenge.ts'

type Routes = Contract['admin']
type Fields = Input<Routes['addChallenge']>['body']
type Row = Selectable<EarnChallengeRow>

/** The challenges that people earn with, as the owner sets them up. */
export const challenges: Pick<Handlers<Routes>, 'challenges' | 'addChallenge' | 'editChallenge' | 'removeChallenge'> = {
  challenges: async (_input, { db }) => {
    const rows = await db
      .selectFrom('earn_challenges')
      .selectAll()
      .orderBy('position')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { challenges: rows.map(adminView) }
  },

  addChallenge: async ({ body }, context) => {
    const { tx, now } = context
    await oneAtATime(context)
    refuseFields(body)
    const sentence = say('owner.challenge.add', textOf(body, context.settings.site_currency))
    const gain = await allowRise(context, { rise: { from: 0, to: body.tokenReward }, sentence })
    const id = newId()
    const row = await tx
      .insertInto('earn_challenges')
      .values({ id, ...rowOf(body), created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, { ...byCaller(context), action: 'challenge.add', target: id, before: undefined, after: body, gain })
    return { challenge: adminView(row), msg: say('owner.challenge.challengeAdded') }
  },

  editChallenge: async ({ params, body }, context) => {
    const { tx } = context
    await oneAtATime(context)
    const row = await held(tx, params.id)
    const before = fieldsOf(row)
    const after = { ...before, ...body }
    refuseFields(after)
    // Whoever claimed it in the old period could claim it once more in the new one.
    if (row.claims > 0 && after.period !== before.period) {
      refuseField('period', 'PERIOD_FIXED', say('owner.challenge.periodFixed'))
    }
    const sentence = say('owner.challenge.change', textOf(after, context.settings.site_currency))
    const gain = await allowRise(context, { rise: riseOf(before, after), sentence, ref: params.id })
    const edited = await tx
      .updateTable('earn_challenges')
      .set(rowOf(after))
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, { ...byCaller(context), action: 'challenge.edit', target: params.id, before, after, gain })
    return { challenge: adminView(edited), msg: say('owner.challenge.challengeSaved') }
  },

  removeChallenge: async ({ params }, context) => {
    const { tx } = context
    const row = await held(tx, params.id)
    const before = fieldsOf(row)
    const isClaimed = row.claims > 0
    if (isClaimed) await tx.updateTable('earn_challenges').set({ enabled: false }).where('id', '=', row.id).execute()
    else await tx.deleteFrom('earn_challenges').where('id', '=', row.id).execute()
    const after = isClaimed ? { ...before, enabled: false } : undefined
    await audit(tx, { ...byCaller(context), action: 'challenge.remove', target: row.id, before, after })
    const msg = isClaimed ? say('owner.challenge.usersAlreadyClaimedChallenge') : say('removed')
    return { msg }
  },
}

/** The row, held against claims and other changes until the end. */
const held = async (tx: Tx, id: string): Promise<Row> => {
  const row = await tx.selectFrom('earn_challenges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? refuse('notFound', 'CHALLENGE_UNKNOWN', say('owner.challenge.challengeFound'))
}

const fieldsOf = (row: Row): Fields => ({
  kind: challengeKind(row.kind),
  period: row.period,
  requirement: row.requirement,
  tokenReward: row.reward,
  enabled: row.enabled,
  position: row.position,
})

const rowOf = ({ tokenReward, ...fields }: Fields) => ({ ...fields, reward: tokenReward })

const adminView = (row: Row): AdminChallenge => ({
  _id: row.id,
  ...fieldsOf(row),
  claims: row.claims,
  cost: row.cost,
})

const OFTEN = { once: 0, weekly: 1, daily: 2 } as const

/** One that becomes easier, more frequent or open pays its whole reward to people who could not have it before. */
const riseOf = (before: Fields, after: Fields): Rise => {
  const isEasier = after.kind !== before.kind || after.requirement < before.requirement
  const isOpener = OFTEN[after.period] > OFTEN[before.period] || (after.enabled && !before.enabled)
  return { from: isEasier || isOpener ? 0 : before.tokenReward, to: after.tokenReward }
}

const textOf = ({ kind, period, requirement, tokenReward }: Fields, currency: string) => ({
  kind,
  requirement,
  period,
  reward: money(tokenReward, currency),
})

/** A level that is reached stays reached: paid again each day it would be no challenge. */
const refuseFields = ({ kind, period }: Fields): void => {
  if (kind === 'level' && period !== 'once') {
    refuseField('period', 'LEVEL_ONCE', say('owner.challenge.levelChallengeOnlyOne'))
  }
}
