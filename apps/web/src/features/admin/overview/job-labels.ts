import { t } from '@lingui/core/macro'
import type { JobName } from '@runnel/contract/admin/job-name'

/** What a job does, for the one who runs the site. */
export const jobLabel = (name: JobName): string => {
  const words: Record<JobName, string> = { ...moneyJobLabels(), ...siteJobLabels(), ...mailJobLabels() }
  return words[name]
}

const moneyJobLabels = () => ({
  'payout.run': t({ id: 'admin.job.payout', message: 'Payouts' }),
  'payout.compare': t({ id: 'admin.job.compare', message: 'Wallet reconciliation' }),
  'payout.look': t({ id: 'admin.job.look', message: 'Payout reconciliation' }),
  'payout.rates': t({ id: 'admin.job.rates', message: 'Exchange rates' }),
  'payout.wallets': t({ id: 'admin.job.wallets', message: 'Wallet balances' }),
  'outflow.watch': t({ id: 'admin.job.outflow', message: 'Spending limit monitor' }),
  'solvency.add-up': t({ id: 'admin.job.solvency', message: 'Solvency figures' }),
  'books.prove': t({ id: 'admin.job.prove', message: 'Full ledger verification' }),
  'books.reconcile': t({ id: 'admin.job.reconcile', message: 'Ledger check' }),
  'books.roll-up': t({ id: 'admin.job.rollUp', message: 'Daily rollups' }),
  'boards.pay': t({ id: 'admin.job.boardsPay', message: 'Leaderboard prizes' }),
  'deposits.poll': t({ id: 'admin.job.depositsPoll', message: 'Deposit polling' }),
  'deposits.sweep': t({ id: 'admin.job.depositsSweep', message: 'Deposit cleanup' }),
  'offers.release': t({ id: 'admin.job.offersRelease', message: 'Release of held offer rewards' }),
  'own-data.waive': t({ id: 'admin.job.waive', message: 'Rewards of deleted accounts' }),
  'ptc.review': t({ id: 'admin.job.ptcReview', message: 'Invalid view refunds' }),
  'webhook.send': t({ id: 'admin.job.webhooks', message: 'Webhooks' }),
  'push.send': t({ id: 'admin.job.push', message: 'Push notifications' }),
  'referrals.settle': t({ id: 'admin.job.referrals', message: 'Referral commission' }),
  'tasks.due': t({ id: 'admin.job.tasksDue', message: 'Task deadlines and payments' }),
})

const siteJobLabels = () => ({
  'accounts.sweep': t({ id: 'admin.job.sweep', message: 'Session and link cleanup' }),
  'boards.count': t({ id: 'admin.job.boardsCount', message: 'Leaderboard scores' }),
  'campaign.look': t({ id: 'admin.job.campaignLook', message: 'Campaign URL check' }),
  'campaigns.look': t({ id: 'admin.job.campaignsLook', message: 'Campaign URL rechecks' }),
  'digest.plan': t({ id: 'admin.job.digest', message: 'Email summary schedule' }),
  'faucet.keep': t({ id: 'admin.job.keep', message: 'Faucet rewards kept for members' }),
  'history.sweep': t({ id: 'admin.job.history', message: 'Cleanup of old records' }),
  'house.clean': t({ id: 'admin.job.clean', message: 'Cleanup of expired data' }),
  'import.minute': t({ id: 'admin.job.importMinute', message: 'Import retries and emails' }),
  'import.run': t({ id: 'admin.job.import', message: 'User import' }),
  'link.learn': t({ id: 'admin.job.linkLearn', message: 'Shortlink duration statistics' }),
  'overview.add-up': t({ id: 'admin.job.overview', message: 'Overview totals' }),
  'places.forget': t({ id: 'admin.job.placesForget', message: 'Network data retention' }),
  'postbacks.sweep': t({ id: 'admin.job.postbacksSweep', message: 'Postback cleanup' }),
  'site.back-up': t({ id: 'admin.job.backUp', message: 'Backups' }),
  'site.watch': t({ id: 'admin.job.siteWatch', message: 'Backup, disk and queue monitor' }),
  'stats.count': t({ id: 'admin.job.days', message: 'Daily report' }),
  'suspects.judge': t({ id: 'admin.job.judge', message: 'Automatic restrictions' }),
  'suspects.look': t({ id: 'admin.job.suspectsLook', message: 'Suspect detection' }),
  'suspects.sync': t({ id: 'admin.job.suspectsSync', message: 'Account clustering' }),
  'tasks.images': t({ id: 'admin.job.tasksImages', message: 'Unused image cleanup' }),
  'telegram.send': t({ id: 'admin.job.telegram', message: 'Telegram alerts' }),
  'users.figures': t({ id: 'admin.job.figures', message: 'User statistics' }),
})

const mailJobLabels = () => ({
  'mail.contact': t({ id: 'admin.job.mailContact', message: 'Contact form emails' }),
  'mail.contact-answer': t({ id: 'admin.job.mailAnswer', message: 'Contact reply emails' }),
  'mail.digest': t({ id: 'admin.job.mailDigest', message: 'Summary emails' }),
  'mail.gone': t({ id: 'admin.job.mailGone', message: 'Account deletion emails' }),
  'mail.moved': t({ id: 'admin.job.mailMoved', message: 'Email change notices' }),
  'mail.moved-in': t({ id: 'admin.job.mailMovedIn', message: 'Import invitation emails' }),
  'mail.note': t({ id: 'admin.job.mailNote', message: 'Notification emails' }),
  'mail.reset': t({ id: 'admin.job.mailReset', message: 'Password reset emails' }),
  'mail.verify': t({ id: 'admin.job.mailVerify', message: 'Verification emails' }),
})
