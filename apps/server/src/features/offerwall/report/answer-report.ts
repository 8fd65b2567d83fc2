import type { Selectable } from 'kysely'
import { clickOf } from '#features/offerwall/click.ts'
import { storeOffer } from '#features/offerwall/credit.ts'
import { creditsFor, creditsOf } from '#features/offerwall/hand-credit.ts'
import { lockTransactionIds } from '#features/offerwall/offer-lock.ts'
import { findWall, type WallRow } from '#features/offerwall/wall.ts'
import { notify } from '#features/user/user.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import type { RewardReportRow } from '#kernel/tables/earning.ts'
import { say, type Words } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'

export type ReportRow = Selectable<RewardReportRow>

/** Most that may be credited for a report by hand, and why it is nothing. */
export const creditableFor = (
  { promised, steps }: Pick<ReportRow, 'promised' | 'steps'>,
  { rules }: Pick<WallRow, 'rules'>,
  credits: number,
): { amount: Units; whyNot: Words | null } => {
  const nothing = (whyNot: Words) => ({ amount: 0, whyNot })
  if (promised === null) return nothing(say('owner.offerwall.clickOpenedWholeOfferwall'))
  // Its postback could not be told from any other, so that both would be paid.
  if (rules.clickParam === '') return nothing(say('owner.offerwall.offerwallDoesntReturnClick'))
  // Each of its steps has a postback of its own, of which only one would be settled.
  if ((steps ?? 1) > 1) return nothing(say('owner.offerwall.offerPaysPerStep'))
  if (credits > 0) return nothing(say('owner.offerwall.postbackClickAlreadyArrived'))
  return { amount: promised, whyNot: null }
}

interface CreditReportInput {
  readonly id: string
  readonly amount: Units
  readonly answer: string
}

type ReportContext = Pick<WriteContext, 'tx' | 'settings' | 'closed' | 'now' | 'notifyLive'>

/**
 * Credits a missing reward by the same path as a postback, under a transaction of its own. A postback of the same click
 * waits for it or comes first; what it tells is paid only as far as it is more.
 */
export const creditReport = async (context: ReportContext, { id, amount, answer }: CreditReportInput) => {
  const { tx, now } = context
  const asked = await findReport(tx, id)
  const txId = `report:${id}`
  await lockTransactionIds(tx, asked.wall_id, [txId, creditsOf(asked.user_id)])
  const report = await lockOpenReport(tx, id)
  const wall = await findWall(tx, report.wall_id)
  const { amount: most, whyNot } = creditableFor(report, wall, await creditsFor(tx, report.click_id))
  if (whyNot !== null) refuse('conflict', 'NOT_CREDITABLE', whyNot)
  if (amount > most) refuseField('amount', 'TOO_MUCH', say('owner.offerwall.mostUnitsCreditedClick', { most }))
  const { user_id: userId, click_id: clickId } = report
  const found = await clickOf(tx, { id: clickId, wallId: wall.id, userId })
  const click = found ?? { id: clickId, at: report.clicked_at }
  const told = { kind: 'credit', why: '', userRef: '', txId, refId: '', amount: undefined, usd: undefined } as const
  const offer = { ...told, offer: report.offer ?? '', clickId }
  const credited = await storeOffer(context, { wall, told: offer, userId, amount, click, byHand: true })
  assert(credited.verdict !== 'duplicate', `report ${id} is credited once`)
  const set = { state: 'credited', credited: amount, answer: answer || null, answered_at: now } as const
  await tx.updateTable('reward_reports').set(set).where('id', '=', id).execute()
  return { report, wall, verdict: credited.verdict }
}

interface AnswerReportInput {
  readonly id: string
  readonly state: 'passed' | 'declined'
  readonly answer: string
}

/** Declines a report, or notes that the vendor has it now; the member reads the answer. */
export const answerReport = async (
  { tx, now, notifyLive }: Pick<WriteContext, 'tx' | 'now' | 'notifyLive'>,
  { id, state, answer }: AnswerReportInput,
) => {
  const report = await lockOpenReport(tx, id)
  const wall = await findWall(tx, report.wall_id)
  if (state === 'passed' && wall.support_email === '') {
    refuse('conflict', 'NO_SUPPORT_EMAIL', say('owner.offerwall.enterSupportEmailOfferwalls'))
  }
  if (state === 'declined' && answer === '') {
    refuseField('answer', 'ANSWER_MISSING', say('owner.offerwall.enterAnswerUserWill'))
  }
  const set = { state, answer: answer || null, answered_at: now } as const
  await tx.updateTable('reward_reports').set(set).where('id', '=', id).execute()
  const values = { wall: wall.name, offer: report.offer ?? wall.name, state, reason: answer }
  await notify(tx, { userId: report.user_id, kind: 'report-answered', values, now })
  notifyLive(report.user_id)
  return { before: report.state }
}

const findReport = async (tx: Tx, id: string): Promise<ReportRow> => {
  const row = await tx.selectFrom('reward_reports').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? refuse('notFound', 'NOT_FOUND', say('owner.offerwall.reportFound'))
}

/** The report, held until the end of the transaction; refuses one that is decided. */
const lockOpenReport = async (tx: Tx, id: string): Promise<ReportRow> => {
  const row = await tx.selectFrom('reward_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.offerwall.reportFound'))
  if (row.state !== 'open' && row.state !== 'passed') {
    refuse('conflict', 'REPORT_CLOSED', say('owner.offerwall.reportAlreadyAnsweredReward'))
  }
  return row
}
