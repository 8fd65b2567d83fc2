import type { Contract } from '@runnel/contract'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { type ApprovalDeps, approvals } from '#features/admin/approval/approvals.ts'
import { auditLog } from '#features/admin/audit/audit-log.ts'
import { setUpAudit, setUpFile } from '#features/admin/audit/settings-audit.ts'
import { imports } from '#features/admin/import/import.ts'
import { overviewOf } from '#features/admin/overview/overview.ts'
import { pendingCountsFor } from '#features/admin/overview/pending-counts.ts'
import { savedViews } from '#features/admin/saved-view/saved-views.ts'
import { maintainedBy, refuseChangedSince, settingsVersion } from '#features/admin/settings/settings-version.ts'
import { saveSettings, settingsView, pendingSettings, withoutSecrets } from '#features/admin/settings/settings.ts'
import { system, type SystemDeps } from '#features/admin/system/system.ts'
import { users } from '#features/admin/user/users.ts'
import { campaigns } from '#features/advertise/owner.ts'
import { challenges } from '#features/challenge/owner.ts'
import { contactDesk } from '#features/contact/owner.ts'
import { coupons } from '#features/coupon/owner.ts'
import { closedDeposits, withoutMissing } from '#features/deposit/deposit.ts'
import { previewContent, refuseUnreadable } from '#features/home/home.ts'
import { ownerTexts } from '#features/home/owner.ts'
import type { LinkDeps } from '#features/link/link.ts'
import { links } from '#features/link/owner.ts'
import { adminNews } from '#features/news/owner.ts'
import { offerwalls } from '#features/offerwall/owner.ts'
import { outflow } from '#features/outflow/owner.ts'
import { statistic } from '#features/statistic/owner.ts'
import { trust } from '#features/suspect/owner.ts'
import { taskCategories } from '#features/task/owner.ts'
import { withdrawals } from '#features/withdraw/owner.ts'
import { type AnyRule, withSecond } from '#guard/approval/second-admin.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Handlers } from '#kernel/context.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Queue } from '#kernel/queue.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say } from '#kernel/words/say.ts'
import { booksReconcile } from './admin.job.ts'

/** What the admin area depends on. */
export interface AdminDeps extends LinkDeps, DescribedAdapters, SystemDeps {
  readonly settings: SettingsStore
  readonly closed: Pick<ClosedSourcesCache, 'announce'>
  readonly live: Pick<EventBus, 'notify'>
  readonly queue: Pick<Queue, 'enqueue' | 'retryFailed'>
  readonly secrets: Secrets
  readonly publicUrl: string
  /** Usernames that hold the special roles. */
  readonly reservedNames: readonly string[]
}

/** Running the site: how it stands, what waits for a person, and how it is set up. */
export const admin = (deps: AdminDeps): Handlers<Contract['admin']> => {
  // What another admin accepts is carried out by the rule that it was sent to.
  const rules: Handlers<Contract['admin']> = withSecond(
    rulesOf({ ...deps, ruleOf: (name) => rules[name] as AnyRule }),
    deps.secrets,
  )
  return rules
}

const rulesOf = (deps: AdminDeps & Pick<ApprovalDeps, 'ruleOf'>): Handlers<Contract['admin']> => ({
  stats: (_input, { db, settings, now }) => overviewOf(db, { ...deps, settings }, now),
  waiting: async (_input, { db, caller, settings, now }) => ({
    ...(await pendingCountsFor(db, { role: caller.role, now })),
    maintenance: settings.maintenance ? await maintainedBy(db) : null,
  }),

  reconcile: async (_input, context) => {
    const asked = { askedAt: context.now.toISOString() }
    await context.enqueue(booksReconcile, asked)
    const act = { action: 'books.reconcile', target: 'books', before: undefined, after: asked } as const
    await audit(context.tx, { ...byCaller(context), ...act })
    return asked
  },

  ...withdrawals(deps),
  ...outflow(deps),
  ...statistic,
  ...users(deps),
  ...contactDesk,
  ...auditLog,
  ...savedViews,
  ...approvals(deps),
  ...system(deps),
  ...imports(deps),
  ...campaigns,

  ...trust,
  ...taskCategories,
  ...adminNews,
  ...ownerTexts,
  ...challenges,
  ...coupons,
  ...offerwalls(deps),
  ...links(deps),

  settings: async (_input, { db, settings, now }) => {
    const view = settingsView(settings)
    return {
      ...view,
      settings: withoutMissing(view.settings, deps.deposits),
      defaults: withoutMissing(view.defaults, deps.deposits),
      closedDeposits: closedDeposits(settings, deps.deposits),
      waiting: await pendingSettings(db, now),
      hasSandbox: deps.deposits.sandbox !== undefined,
      version: await settingsVersion(db),
    }
  },

  saveSettings: async ({ body, query }, context) => {
    refuseUnreadable(context.settings, body)
    await refuseChangedSince(context, { version: query.version, given: body })
    const { after, changed, proposed } = await saveSettings(context, {
      store: deps.settings,
      secrets: deps.secrets,
      given: body,
    })
    const closed = closedDeposits(after, deps.deposits)
    const waiting = await pendingSettings(context.tx, context.now)
    const shown = withoutMissing(withoutSecrets(after), deps.deposits)
    const version = await settingsVersion(context.tx)
    return { settings: shown, closedDeposits: closed, waiting, version, msg: savedText({ changed, proposed }) }
  },

  settingAudit: ({ query }, { db }) => setUpAudit(db, query),

  settingAuditCsv: (_input, { db, now }) => setUpFile(db, now),

  previewContent: ({ body }, { settings }) => previewContent({ ...body, settings }),
})

const savedText = ({ changed, proposed }: { changed: number; proposed: number }): string => {
  if (proposed > 0) return changed > 0 ? say('owner.settings.savedPartWaits') : say('owner.settings.waits')
  return changed === 0 ? say('owner.settings.noChangesSave') : say('saved')
}
