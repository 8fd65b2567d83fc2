import type { JobName } from '@runnel/contract/admin/job-name'
import { say } from '#kernel/words/say.ts'

/** What a job does, as the overview of the admin area calls it: who is mailed about it looks there. */
const words = {
  'accounts.sweep': say('owner.statistic.sessionLinkCleanup'),
  'boards.count': say('owner.statistic.leaderboardScores'),
  'boards.pay': say('owner.statistic.leaderboardPrizes'),
  'books.prove': say('owner.statistic.fullLedgerVerification'),
  'books.reconcile': say('owner.statistic.ledgerCheck'),
  'books.roll-up': say('owner.statistic.dailyRollups'),
  'campaign.look': say('owner.statistic.campaignUrlCheck'),
  'campaigns.look': say('owner.statistic.campaignUrlRechecks'),
  'deposits.poll': say('owner.statistic.depositPolling'),
  'deposits.sweep': say('owner.statistic.depositCleanup'),
  'faucet.keep': say('owner.statistic.faucetRewardsKept'),
  'history.sweep': say('owner.statistic.cleanupOldRecords'),
  'house.clean': say('owner.statistic.cleanupExpiredData'),
  'import.minute': say('owner.statistic.importRetriesEmails'),
  'import.run': say('owner.statistic.userImport'),
  'link.learn': say('owner.statistic.shortlinkDurationStatistics'),
  'mail.contact': say('owner.statistic.contactFormEmails'),
  'mail.contact-answer': say('owner.statistic.contactReplyEmails'),
  'mail.gone': say('owner.statistic.accountDeletionEmails'),
  'mail.moved': say('owner.statistic.emailChangeNotices'),
  'mail.moved-in': say('owner.statistic.importInvitationEmails'),
  'mail.note': say('owner.statistic.notificationEmails'),
  'mail.reset': say('owner.statistic.passwordResetEmails'),
  'mail.verify': say('owner.statistic.verificationEmails'),
  'offers.release': say('owner.statistic.releaseHeldOfferRewards'),
  'outflow.watch': say('owner.statistic.spendingLimitMonitor'),
  'overview.add-up': say('owner.statistic.overviewTotals'),
  'own-data.waive': say('owner.statistic.rewardsDeletedAccounts'),
  'payout.compare': say('owner.statistic.walletReconciliation'),
  'payout.look': say('owner.statistic.payoutReconciliation'),
  'payout.rates': say('owner.statistic.exchangeRates'),
  'payout.run': 'Payouts',
  'payout.wallets': say('owner.statistic.walletBalances'),
  'places.forget': say('owner.statistic.networkDataRetention'),
  'postbacks.sweep': say('owner.statistic.postbackCleanup'),
  'ptc.review': say('owner.statistic.invalidViewRefunds'),
  'push.send': say('owner.statistic.pushNotifications'),
  'referrals.settle': say('owner.statistic.referralCommission'),
  'site.back-up': say('owner.statistic.siteBackups'),
  'site.watch': say('owner.statistic.siteWatch'),
  'solvency.add-up': say('owner.statistic.solvencyFigures'),
  'stats.count': say('owner.statistic.dailyReport'),
  'suspects.judge': say('owner.statistic.automaticRestrictions'),
  'suspects.look': say('owner.statistic.suspectDetection'),
  'suspects.sync': say('owner.statistic.accountClustering'),
  'tasks.due': say('owner.statistic.taskDeadlinesPayments'),
  'tasks.images': say('owner.statistic.unusedImageCleanup'),
  'users.figures': say('owner.statistic.userStatistics'),
} satisfies Record<JobName, string>

const known = new Map<string, string>(Object.entries(words))

/** A job of a former version may have left its name behind. */
export const jobLabel = (name: string): string => known.get(name) ?? name
