import type { JobName } from '@runnel/contract/admin/job-name'

/** What a job does, as the overview of the admin area calls it: who is mailed about it looks there. */
const words = {
  'accounts.sweep': 'Session and link cleanup',
  'boards.count': 'Leaderboard scores',
  'boards.pay': 'Leaderboard prizes',
  'books.prove': 'Full ledger verification',
  'books.reconcile': 'Ledger check',
  'books.roll-up': 'Daily rollups',
  'campaign.look': 'Campaign URL check',
  'campaigns.look': 'Campaign URL rechecks',
  'deposits.poll': 'Deposit polling',
  'deposits.sweep': 'Deposit cleanup',
  'history.sweep': 'Cleanup of old records',
  'house.clean': 'Cleanup of expired data',
  'import.minute': 'Import retries and emails',
  'import.run': 'User import',
  'link.learn': 'Shortlink duration statistics',
  'mail.contact': 'Contact form emails',
  'mail.contact-answer': 'Contact reply emails',
  'mail.gone': 'Account deletion emails',
  'mail.moved': 'Email change notices',
  'mail.moved-in': 'Import invitation emails',
  'mail.note': 'Notification emails',
  'mail.reset': 'Password reset emails',
  'mail.verify': 'Verification emails',
  'offers.release': 'Release of held offer rewards',
  'outflow.watch': 'Spending limit monitor',
  'overview.add-up': 'Overview totals',
  'own-data.waive': 'Rewards of deleted accounts',
  'payout.compare': 'Wallet reconciliation',
  'payout.look': 'Payout reconciliation',
  'payout.rates': 'Exchange rates',
  'payout.run': 'Payouts',
  'payout.wallets': 'Wallet balances',
  'places.forget': 'Network data retention',
  'postbacks.sweep': 'Postback cleanup',
  'ptc.review': 'Invalid view refunds',
  'referrals.settle': 'Referral commission',
  'solvency.add-up': 'Solvency figures',
  'stats.count': 'Daily report',
  'suspects.judge': 'Automatic restrictions',
  'suspects.look': 'Suspect detection',
  'suspects.sync': 'Account clustering',
  'tasks.due': 'Task deadlines and payments',
  'tasks.images': 'Unused image cleanup',
  'users.figures': 'User statistics',
} satisfies Record<JobName, string>

const known = new Map<string, string>(Object.entries(words))

/** A job of a former version may have left its name behind. */
export const jobLabel = (name: string): string => known.get(name) ?? name
