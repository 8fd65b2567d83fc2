import type { Contract } from '@runnel/contract'
import type { AuditAction } from '@runnel/contract/admin/audit-action'
import { oneAtATime } from '#guard/approval/limits.ts'
import { allowLoosening, allowRise } from '#guard/approval/second-admin.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import { listOf, say } from '#kernel/words/say.ts'
import { formatAmount } from '#money/format-amount.ts'
import {
  addWall,
  answerReport,
  adminWallView,
  allWalls,
  type Changed,
  chargeBackFile,
  chargeBackPage,
  creditReport,
  editWall,
  postbackFile,
  postbackPage,
  presets,
  deleteWall,
  replayPostback,
  reportPage,
  type SetUpDeps,
  wallStatistic,
  wallStatisticFile,
} from './offerwall.ts'

type Offerwalls = Pick<
  Handlers<Contract['admin']>,
  | 'walls'
  | 'addWall'
  | 'editWall'
  | 'removeWall'
  | 'chargeBacks'
  | 'chargeBacksCsv'
  | 'wallStatistic'
  | 'wallStatisticCsv'
  | 'postbacks'
  | 'postbacksCsv'
  | 'replayPostback'
  | 'reports'
  | 'creditReport'
  | 'answerReport'
>

/** Setting walls up and looking after them; the rules stand in the offerwall feature, the audit rows here. */
export const offerwalls = (deps: SetUpDeps): Offerwalls => ({
  walls: async (_input, { db }) => ({
    walls: (await allWalls(db)).map((wall) => adminWallView(deps, wall)),
    presets: [...presets],
  }),

  addWall: async ({ body }, context) => {
    const changed = await addWall(deps, context, body)
    const sentence = say('owner.offerwall.addOfferwallWhosePostbacks', { name: body.name, slug: body.slug })
    await allowLoosening(context, { isLooser: true, sentence })
    await auditWall(context, { action: 'wall.add', changed })
    return { wall: changed.wall, msg: say('owner.offerwall.offerwallAdded') }
  },

  editWall: async ({ params, body }, context) => {
    const changed = await editWall(deps, context, { id: params.id, changes: body })
    const loose = loosened(changed)
    const sentence = say('owner.offerwall.change', { fields: listOf(loose), name: changed.wall.name })
    await allowLoosening(context, { isLooser: loose.length > 0, sentence, ref: params.id })
    await auditWall(context, { action: 'wall.edit', changed })
    const isRemoved = changed.secret === 'removed'
    return { wall: changed.wall, msg: isRemoved ? say('owner.offerwall.savedSecretDeleted') : say('saved') }
  },

  removeWall: async ({ params }, context) => {
    const before = await deleteWall(context.tx, params.id)
    const deed = { action: 'wall.remove', target: params.id, before, after: undefined } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { msg: say('owner.offerwall.offerwallDeleted') }
  },

  chargeBacks: ({ query }, { db }) => chargeBackPage(db, query),

  chargeBacksCsv: ({ query }, { db, now }) => chargeBackFile(db, query, now),

  wallStatistic: ({ query }, { db, now }) => wallStatistic(db, { ...query, now }),

  wallStatisticCsv: ({ query }, { db, now }) => wallStatisticFile(db, { ...query, now }),

  postbacks: ({ query }, { db }) => postbackPage(db, query),

  postbacksCsv: ({ query }, { db, now }) => postbackFile(db, query, now),

  ...rewardReports(deps),

  replayPostback: async ({ params }, context) => {
    const { verdict, detail } = await replayPostback(deps, context, params.id)
    const deed = { action: 'postback.replay', target: params.id, before: undefined, after: { verdict } } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { verdict, detail, msg: say('owner.offerwall.postbackReplayed') }
  },
})

/** Reports of missing rewards. */
const rewardReports = (deps: SetUpDeps): Pick<Offerwalls, 'reports' | 'creditReport' | 'answerReport'> => ({
  reports: ({ query }, { db }) => reportPage(db, deps.secrets, query),

  creditReport: async ({ params: { id }, body }, context) => {
    await oneAtATime(context)
    const { report, wall, verdict } = await creditReport(context, { id, ...body })
    const sum = formatAmount(body.amount, context.settings.site_currency)
    const sentence = say('owner.offerwall.creditMissingReward', { sum, name: wall.name })
    const gain = await allowRise(context, { rise: { from: 0, to: body.amount }, sentence, ref: id })
    const after = { state: 'credited', amount: body.amount }
    const deed = { action: 'report.credit', target: id, before: { state: report.state }, after, gain } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { msg: verdict === 'held' ? say('owner.offerwall.creditedRewardHold') : say('owner.offerwall.credited') }
  },

  answerReport: async ({ params: { id }, body }, context) => {
    const { before } = await answerReport(context, { id, ...body })
    const deed = { action: 'report.answer', target: id, before: { state: before }, after: body } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { msg: body.state === 'passed' ? say('owner.offerwall.passedVendor') : say('owner.offerwall.declined') }
  },
})

/** What of a changed wall lets it, or somebody in its name, credit more than before. */
const loosened = ({ before, after, secret }: Changed): string[] => {
  if (before === undefined) return []
  const isOther = (name: keyof typeof after): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const others = (['preset', 'keys', 'rules', 'allowedIps'] as const).filter(isOther)
  const more = (['unitsPerAmount', 'shareBasisPoints', 'maxReward', 'holdAbove'] as const).filter(
    (name) => Number(after[name]) > Number(before[name]),
  )
  const opened = before.refuseOtherIps && !after.refuseOtherIps ? ['refuseOtherIps'] : []
  const replaced = secret === 'replaced' ? ['secret'] : []
  return [...replaced, ...others, ...more, ...opened, ...(after.holdDays < before.holdDays ? ['holdDays'] : [])]
}

interface Noted {
  readonly action: AuditAction
  readonly changed: Changed
}

const auditWall = async (context: WriteContext, { action, changed }: Noted): Promise<void> => {
  const { wall, before, after, secret } = changed
  // Only that there is a new one is written down, never which.
  const noted =
    secret === 'kept' ? {} : { secret: say(secret === 'replaced' ? 'owner.audit.newSecret' : 'owner.audit.noSecret') }
  await audit(context.tx, { ...byCaller(context), action, target: wall._id, before, after: { ...after, ...noted } })
}
