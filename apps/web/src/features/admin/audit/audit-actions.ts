import { t } from '@lingui/core/macro'
import { auditActions, type AuditAction } from '@runnel/contract/admin/audit-action'

/** What was done, in words; an entry of an older version that has no name any more as it was written down. */
export const actionName = (action: string): string => {
  const known = auditActions.find((name) => name === action)
  return known === undefined ? action : names()[known]
}

const names = (): Record<AuditAction, string> => ({
  ...aboutPeople(),
  ...aboutAbuse(),
  ...aboutMoney(),
  ...aboutEarning(),
  ...aboutTasks(),
  ...aboutTheSite(),
  ...aboutStaff(),
})

type Of<Area extends string> = Extract<AuditAction, `${Area}.${string}`>

const aboutPeople = (): Record<Of<'user' | 'contact'>, string> => ({
  'user.adjust': t({ id: 'audit.user.adjust', message: 'Balance adjusted' }),
  'user.ban': t({ id: 'audit.user.ban', message: 'Account locked' }),
  'user.trust': t({ id: 'audit.user.trust', message: 'Trust grant changed' }),
  'user.cooldown': t({ id: 'audit.user.cooldown', message: 'Cooldown set' }),
  'user.drop-two-step': t({ id: 'audit.user.dropTwoStep', message: 'Two-factor authentication disabled' }),
  'user.edit': t({ id: 'audit.user.edit', message: 'Account edited' }),
  'user.end-session': t({ id: 'audit.user.endSession', message: 'Session ended' }),
  'user.end-sessions': t({ id: 'audit.user.endSessions', message: 'All sessions ended' }),
  'user.password-reset': t({ id: 'audit.user.passwordReset', message: 'Password reset sent' }),
  'user.reverse': t({ id: 'audit.user.reverse', message: 'Transaction reversed' }),
  'user.unban': t({ id: 'audit.user.unban', message: 'Account unlocked' }),
  'contact.answer': t({ id: 'audit.contact.answer', message: 'Message replied to' }),
  'contact.close': t({ id: 'audit.contact.close', message: 'Message closed' }),
  'contact.reopen': t({ id: 'audit.contact.reopen', message: 'Message reopened' }),
})

const aboutAbuse = (): Record<Of<'suspect' | 'appeal' | 'network' | 'device'>, string> => ({
  'suspect.release': t({ id: 'audit.suspect.release', message: 'Account released' }),
  'suspect.measure': t({ id: 'audit.suspect.measure', message: 'Account restricted' }),
  'suspect.end-measure': t({ id: 'audit.suspect.endMeasure', message: 'Restriction lifted' }),
  'suspect.delete-mark': t({ id: 'audit.suspect.deleteMark', message: 'Risk signal deleted' }),
  'appeal.answer': t({ id: 'audit.appeal.answer', message: 'Appeal decided' }),
  'network.release': t({ id: 'audit.network.release', message: 'Network released' }),
  'device.release': t({ id: 'audit.device.release', message: 'Device released' }),
})

const aboutMoney = (): Record<
  Of<'withdrawal' | 'wallet-difference' | 'approval' | 'outflow' | 'method' | 'books'>,
  string
> => ({
  'withdrawal.approve': t({ id: 'audit.withdrawal.approve', message: 'Withdrawal approved' }),
  'withdrawal.look-up': t({ id: 'audit.withdrawal.lookUp', message: 'Payout status checked' }),
  'withdrawal.paid': t({ id: 'audit.withdrawal.paid', message: 'Withdrawal marked as paid' }),
  'withdrawal.refund': t({ id: 'audit.withdrawal.refund', message: 'Withdrawal refunded' }),
  'withdrawal.reject': t({ id: 'audit.withdrawal.reject', message: 'Withdrawal rejected' }),
  'wallet-difference.dismiss': t({ id: 'audit.wallet.dismiss', message: 'Wallet difference dismissed' }),
  'approval.propose': t({ id: 'audit.approval.propose', message: 'Approval requested' }),
  'approval.accept': t({ id: 'audit.approval.accept', message: 'Approval request approved' }),
  'approval.deny': t({ id: 'audit.approval.deny', message: 'Approval request rejected' }),
  'outflow.stop': t({ id: 'audit.outflow.stop', message: 'Payouts stopped' }),
  'outflow.resume': t({ id: 'audit.outflow.resume', message: 'Payouts resumed' }),
  'method.add': t({ id: 'audit.method.add', message: 'Withdrawal method added' }),
  'method.edit': t({ id: 'audit.method.edit', message: 'Withdrawal method edited' }),
  'books.reconcile': t({ id: 'audit.books.reconcile', message: 'Ledger checked' }),
})

type EarningAction = Of<'campaign' | 'link' | 'wall' | 'postback' | 'report' | 'coupon' | 'challenge' | 'task-category'>

const aboutEarning = (): Record<EarningAction, string> => ({
  'campaign.approve': t({ id: 'audit.campaign.approve', message: 'Campaign approved' }),
  'campaign.delete': t({ id: 'audit.campaign.delete', message: 'Campaign deleted' }),
  'campaign.pause': t({ id: 'audit.campaign.pause', message: 'Campaign paused' }),
  'campaign.reject': t({ id: 'audit.campaign.reject', message: 'Campaign rejected' }),
  'link.add': t({ id: 'audit.link.add', message: 'Shortlink added' }),
  'link.edit': t({ id: 'audit.link.edit', message: 'Shortlink edited' }),
  'link.order': t({ id: 'audit.link.order', message: 'Shortlinks reordered' }),
  'link.pay': t({ id: 'audit.link.pay', message: 'Shortlink visit paid' }),
  'link.refuse': t({ id: 'audit.link.refuse', message: 'Shortlink visit rejected' }),
  'link.remove': t({ id: 'audit.link.remove', message: 'Shortlink deleted' }),
  'wall.add': t({ id: 'audit.wall.add', message: 'Offerwall added' }),
  'wall.edit': t({ id: 'audit.wall.edit', message: 'Offerwall edited' }),
  'wall.remove': t({ id: 'audit.wall.remove', message: 'Offerwall deleted' }),
  'report.answer': t({ id: 'audit.report.answer', message: 'Missing reward answered' }),
  'report.credit': t({ id: 'audit.report.credit', message: 'Missing reward credited' }),
  'postback.replay': t({ id: 'audit.postback.replay', message: 'Postback replayed' }),
  'coupon.add': t({ id: 'audit.coupon.add', message: 'Coupon created' }),
  'coupon.add-batch': t({ id: 'audit.coupon.addBatch', message: 'Coupon batch created' }),
  'coupon.edit': t({ id: 'audit.coupon.edit', message: 'Coupon edited' }),
  'coupon.remove': t({ id: 'audit.coupon.remove', message: 'Coupon deleted' }),
  'challenge.add': t({ id: 'admin.audit.challengeAdd', message: 'Challenge added' }),
  'challenge.edit': t({ id: 'admin.audit.challengeEdit', message: 'Challenge edited' }),
  'challenge.remove': t({ id: 'admin.audit.challengeRemove', message: 'Challenge deleted' }),
  'task-category.add': t({ id: 'audit.taskCategory.add', message: 'Task category added' }),
  'task-category.edit': t({ id: 'audit.taskCategory.edit', message: 'Task category edited' }),
})

const aboutTasks = (): Record<Of<'task' | 'task-update' | 'dispute'>, string> => ({
  'task.approve': t({ id: 'audit.task.approve', message: 'Task approved' }),
  'task.complete': t({ id: 'audit.task.complete', message: 'Task completed' }),
  'task.pause': t({ id: 'audit.task.pause', message: 'Task paused' }),
  'task.reject': t({ id: 'audit.task.reject', message: 'Task rejected' }),
  'task-update.accept': t({ id: 'audit.taskUpdate.accept', message: 'Task change accepted' }),
  'task-update.deny': t({ id: 'audit.taskUpdate.deny', message: 'Task change rejected' }),
  'dispute.accept': t({ id: 'audit.dispute.accept', message: 'Dispute decided for the worker' }),
  'dispute.deny': t({ id: 'audit.dispute.deny', message: 'Dispute decided for the task owner' }),
})

const aboutStaff = (): Record<Of<'staff' | 'list'>, string> => ({
  'staff.sign-in': t({ id: 'audit.staff.signIn', message: 'Staff signed in' }),
  'staff.sign-in-refused': t({ id: 'audit.staff.signInRefused', message: 'Staff sign-in rejected' }),
  'staff.step-up-refused': t({ id: 'audit.staff.stepUpRefused', message: 'Staff identity confirmation rejected' }),
  'list.export': t({ id: 'audit.list.export', message: 'List exported' }),
})

const aboutTheSite = (): Record<Of<'news' | 'setting' | 'import' | 'admin' | 'mail' | 'webhook'>, string> => ({
  'news.add': t({ id: 'audit.news.add', message: 'News posted' }),
  'news.edit': t({ id: 'audit.news.edit', message: 'News edited' }),
  'news.remove': t({ id: 'audit.news.remove', message: 'News deleted' }),
  'setting.save': t({ id: 'audit.setting.save', message: 'Setting changed' }),
  'setting.translate': t({ id: 'audit.setting.translate', message: 'Translation saved' }),
  'mail.again': t({ id: 'audit.mail.again', message: 'Email sent again' }),
  'webhook.add': t({ id: 'audit.webhook.add', message: 'Webhook added' }),
  'webhook.edit': t({ id: 'audit.webhook.edit', message: 'Webhook edited' }),
  'webhook.remove': t({ id: 'audit.webhook.remove', message: 'Webhook deleted' }),
  'webhook.rotate': t({ id: 'audit.webhook.rotate', message: 'Webhook secret replaced' }),
  'import.begin': t({ id: 'audit.import.begin', message: 'Import started' }),
  'admin.password': t({ id: 'audit.admin.password', message: 'Admin password reset on the server' }),
})

type AreaOf<Action> = Action extends `${infer Area}.${string}` ? Area : never
/** What an action is about: what stands before its dot. */
export type AuditArea = AreaOf<AuditAction>

/** What an action can be about, in the order in which an owner looks for it. */
export const areaNames = (): Record<AuditArea, string> => ({
  user: t({ id: 'admin.area.user', message: 'Users' }),
  suspect: t({ id: 'page.admin.suspects', message: 'Suspects' }),
  appeal: t({ id: 'page.admin.appeal', message: 'Appeals' }),
  network: t({ id: 'page.admin.ipUser', message: 'Networks' }),
  device: t({ id: 'page.admin.device', message: 'Devices' }),
  'wallet-difference': t({ id: 'admin.wallets', message: 'Wallets' }),
  withdrawal: t({ id: 'page.admin.withdrawals', message: 'Withdrawals' }),
  approval: t({ id: 'page.admin.approval', message: 'Approvals' }),
  outflow: t({ id: 'admin.area.outflow', message: 'Spending limits' }),
  method: t({ id: 'admin.area.method', message: 'Withdrawal methods' }),
  books: t({ id: 'admin.area.books', message: 'Ledger' }),
  mail: t({ id: 'admin.area.mail', message: 'Emails' }),
  campaign: t({ id: 'page.admin.ptc', message: 'Campaigns' }),
  link: t({ id: 'page.admin.link', message: 'Shortlinks' }),
  wall: t({ id: 'page.admin.offerwalls', message: 'Offerwalls' }),
  postback: t({ id: 'admin.area.postback', message: 'Offerwall postbacks' }),
  report: t({ id: 'audit.area.report', message: 'Missing rewards' }),
  coupon: t({ id: 'page.admin.coupon', message: 'Coupons' }),
  challenge: t({ id: 'page.admin.challenge', message: 'Challenges' }),
  task: t({ id: 'admin.area.task', message: 'Tasks' }),
  'task-update': t({ id: 'admin.area.taskUpdate', message: 'Task changes' }),
  dispute: t({ id: 'admin.area.dispute', message: 'Disputes' }),
  'task-category': t({ id: 'admin.area.taskCategory', message: 'Task categories' }),
  contact: t({ id: 'page.admin.contact', message: 'Messages' }),
  news: t({ id: 'page.admin.news', message: 'News' }),
  setting: t({ id: 'page.admin.settings', message: 'Settings' }),
  import: t({ id: 'admin.area.import', message: 'Import' }),
  webhook: t({ id: 'page.admin.webhooks', message: 'Webhooks' }),
  list: t({ id: 'admin.area.list', message: 'Exports' }),
  staff: t({ id: 'admin.area.staff', message: 'Staff sign-ins' }),
  admin: t({ id: 'admin.area.admin', message: 'Administrator' }),
})
