import type { Contract } from '@runnel/contract'

import type { DepositProcessors } from '#adapters/deposit/deposit.ts'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { closedDeposits, withoutMissing } from '#features/deposit/deposit.ts'
import { previewContent, refuseUnreadable } from '#features/home/home.ts'
import type { LinkRooms } from '#features/link/link.ts'
import type { ClosedRoom } from '#kernel/closed.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Live } from '#kernel/live.ts'
import type { Queue } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

import { booksReconcile } from './admin.job.ts'
import { audit, byCaller, setUpAudit, setUpFile } from './audit.ts'
import { campaigns } from './campaigns.ts'
import { challenges } from './challenges.ts'
import { coupons } from './coupons.ts'
import { decisions } from './decisions.ts'
import { links } from './links.ts'
import { methods } from './methods.ts'
import { adminNews } from './news.ts'
import { offerwalls } from './offerwalls.ts'
import { payouts } from './payouts.ts'
import type { ApprovalRooms } from './approvals.ts'
import { people } from './people.ts'
import { type AnyRule, withSecond } from './power.ts'
import { outflow } from './outflow.ts'
import { saveSettings, settingsView, waitingSettings, withoutSecrets } from './settings.ts'
import { overviewOf } from './stats.ts'
import { waitingFor } from './waiting.ts'
import { statistic } from './statistic.ts'
import { taskCategories } from './task-categories.ts'
import { trust } from './trust.ts'
import { withdrawalFile, withdrawalPage } from './withdrawals.ts'

/** What the admin area needs of the house. */
export interface AdminRooms extends LinkRooms {
  readonly settings: SettingsRoom
  readonly closed: Pick<ClosedRoom, 'announce'>
  readonly deposits: DepositProcessors
  readonly payouts: PayoutProcessors
  readonly live: Pick<Live, 'tell'>
  readonly queue: Pick<Queue, 'enqueue'>
  readonly secrets: Secrets
  readonly publicUrl: string
  /** Usernames that hold the special roles. */
  readonly reservedNames: readonly string[]
}

/** Running the site: how it stands, what waits for a person, and how it is set up. */
export const admin = (rooms: AdminRooms): Handlers<Contract['admin']> => {
  // What another admin accepts is carried out by the rule that it was sent to.
  const rules: Handlers<Contract['admin']> = withSecond(
    rulesOf({ ...rooms, ruleOf: (name) => rules[name] as AnyRule }),
    rooms.secrets,
  )
  return rules
}

const rulesOf = (rooms: AdminRooms & Pick<ApprovalRooms, 'ruleOf'>): Handlers<Contract['admin']> => ({
  stats: (_input, { db, settings, now }) => overviewOf(db, { settings, deposits: rooms.deposits }, now),
  waiting: (_input, { db, caller, now }) => waitingFor(db, { role: caller.role, now }),

  reconcile: async (_input, context) => {
    const asked = { askedAt: context.now.toISOString() }
    await context.enqueue(booksReconcile, asked)
    const act = { action: 'books.reconcile', target: 'books', before: undefined, after: asked } as const
    await audit(context.tx, { ...byCaller(context), ...act })
    return asked
  },

  withdrawals: ({ query }, { db, now }) => withdrawalPage(db, query, now),

  withdrawalsCsv: ({ query }, { db, now }) => withdrawalFile(db, query, now),

  ...decisions,
  ...outflow(rooms),
  ...statistic,
  ...people(rooms),
  ...campaigns,

  ...trust,
  ...payouts(rooms),
  ...taskCategories,
  ...adminNews,
  ...challenges,
  ...coupons,
  ...offerwalls(rooms),
  ...links(rooms),

  settings: async (_input, { db, settings, now }) => {
    const view = settingsView(settings)
    return {
      ...view,
      settings: withoutMissing(view.settings, rooms.deposits),
      defaults: withoutMissing(view.defaults, rooms.deposits),
      closedDeposits: closedDeposits(settings, rooms.deposits),
      waiting: await waitingSettings(db, now),
      hasSandbox: rooms.deposits.sandbox !== undefined,
    }
  },

  saveSettings: async ({ body }, context) => {
    refuseUnreadable(context.settings, body)
    const { after, changed, proposed } = await saveSettings(context, {
      room: rooms.settings,
      secrets: rooms.secrets,
      given: body,
    })
    const closed = closedDeposits(after, rooms.deposits)
    const waiting = await waitingSettings(context.tx, context.now)
    const shown = withoutMissing(withoutSecrets(after), rooms.deposits)
    return { settings: shown, closedDeposits: closed, waiting, msg: savedWords({ changed, proposed }) }
  },

  settingAudit: ({ query }, { db }) => setUpAudit(db, query),

  settingAuditCsv: (_input, { db, now }) => setUpFile(db, now),

  previewContent: ({ body }, { settings }) => previewContent({ ...body, settings }),

  ...methods(rooms),
})

const savedWords = ({ changed, proposed }: { changed: number; proposed: number }): string => {
  if (proposed > 0) return `${changed > 0 ? 'Saved, but another' : 'Another'} admin must approve a part of it first.`
  return changed === 0 ? 'No changes to save.' : 'Saved.'
}
