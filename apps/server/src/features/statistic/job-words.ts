import type { JobName } from '@runnel/contract/job-name'

/** What a job does, as the overview of the admin area calls it: who is mailed about it looks there. */
const words = {
  'accounts.sweep': 'Removal of ended sessions and links',
  'boards.count': 'Count of the leaderboard',
  'boards.pay': 'Prizes of the leaderboard',
  'books.prove': 'Check of the books from the beginning',
  'books.reconcile': 'Check of the books',
  'books.roll-up': 'Sums of past days',
  'campaign.look': 'First look at the page of a campaign',
  'campaigns.look': 'Further looks at pages of campaigns',
  'deposits.poll': 'Payments that come in',
  'deposits.sweep': 'Removal of old ways to pay in',
  'house.clean': 'Removal of what has expired',
  'import.minute': 'Imports that stand still, and who of them is mailed',
  'import.run': 'Import of people',
  'link.learn': 'Usual durations of shortlinks',
  'mail.contact': 'Mails of the contact form',
  'mail.contact-answer': 'Answers to messages',
  'mail.gone': 'Mails about deleted accounts',
  'mail.moved': 'Mails to a former address',
  'mail.moved-in': 'Mails to imported people',
  'mail.note': 'Mails about payouts and accounts',
  'mail.reset': 'Mails for a new password',
  'mail.verify': 'Mails that verify an address',
  'offers.release': 'Release of held offer rewards',
  'outflow.watch': 'Watch over what leaves',
  'overview.add-up': 'Sums of the overview',
  'own-data.waive': 'Late rewards of deleted accounts',
  'payout.look': 'Looks for payouts that nobody knows of',
  'payout.rates': 'Prices of coins',
  'payout.run': 'Payouts',
  'payout.wallets': 'Balances of wallets',
  'places.forget': 'Removal of old network addresses',
  'postbacks.sweep': 'Removal of old calls of offerwalls',
  'ptc.review': 'Return of invalid views',
  'referrals.settle': 'Referral commission',
  'solvency.add-up': 'Sums of what is owed and held',
  'stats.count': 'Log of days',
  'suspects.judge': 'Measures against suspects',
  'suspects.look': 'Search for suspects',
  'suspects.sync': 'Groups of accounts that belong together',
  'tasks.due': 'Deadlines and payments of tasks',
  'tasks.images': 'Removal of images that were not sent',
  'users.figures': 'Numbers of users',
} satisfies Record<JobName, string>

const known = new Map<string, string>(Object.entries(words))

/** A job of a former version may have left its name behind. */
export const jobWords = (name: string): string => known.get(name) ?? name
