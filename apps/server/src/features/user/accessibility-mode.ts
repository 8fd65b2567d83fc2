import type { Contract } from '@runnel/contract'
import { loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'

type AccessibilityContext = Context<Contract['user']['accessible']>

const DAY_SECONDS = 86_400
/** From this score on, pictures are asked for (ANTIBOT.md 5). */
const SCORE_MAX = 40
/** Accounts on one device that may take the way without pictures. */
const ACCOUNTS_MAX = 3

/** Opens the way without pictures, or refuses with the sentence that says what is missing. */
export const enableAccessibilityMode = async (context: AccessibilityContext): Promise<void> => {
  const { tx, caller, now } = context
  const user = await tx
    .selectFrom('users')
    .select(['email_verified_at', 'joined_at'])
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (user.email_verified_at === null) refuseWay('Verify your email address first.')
  if (user.joined_at > later(now, -DAY_SECONDS)) refuseWay('Your account must be at least 1 day old.')
  const { score } = await loadRiskProfile(tx, caller.id, now)
  if (score >= SCORE_MAX) refuseWay('This account shows unusual activity. Please contact us.')
  await checkDevice(context)
  await rememberWay(tx, caller.id, 'without')
}

/** Goes back to pictures, which is always allowed. */
export const disableAccessibilityMode = ({ tx, caller }: AccessibilityContext): Promise<void> =>
  rememberWay(tx, caller.id, 'with')

const refuseWay = (why: string): never =>
  refuse('conflict', 'WAY_NOT_OPEN', `Accessibility mode isn’t available yet. ${why}`)

const checkDevice = async ({ tx, caller, visitor, now }: AccessibilityContext): Promise<void> => {
  const seen = await tx
    .selectFrom('device_users')
    .select('first_seen_at')
    .where('device_id', '=', visitor.deviceId)
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (seen === undefined || seen.first_seen_at > later(now, -DAY_SECONDS)) {
    refuseWay('You must have used this device with your account for at least 1 day.')
  }
  const others = await tx
    .selectFrom('device_users')
    .innerJoin('answer_records', 'answer_records.user_id', 'device_users.user_id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('device_users.device_id', '=', visitor.deviceId)
    .where('device_users.user_id', '<>', caller.id)
    .where('answer_records.without_pictures', '=', true)
    .executeTakeFirstOrThrow()
  if (others.count >= ACCOUNTS_MAX) refuseWay('Too many accounts on this device use accessibility mode.')
}

const rememberWay = async (tx: Tx, userId: string, way: 'with' | 'without'): Promise<void> => {
  const choice = { without_pictures: way === 'without' }
  await tx
    .insertInto('answer_records')
    .values({ user_id: userId, ...choice })
    .onConflict((row) => row.column('user_id').doUpdateSet(choice))
    .execute()
}
