import { t } from '@lingui/core/macro'
import type { JobName } from '@runnel/contract/job-name'

/** What a job does, for the one who runs the site. */
export function jobWords(name: JobName): string {
  const words: Record<JobName, string> = { ...moneyWords(), ...houseWords(), ...mailWords() }
  return words[name]
}

const moneyWords = () => ({
  'payout.run': t({ id: 'admin.job.payout', message: 'Payouts' }),
  'payout.look': t({ id: 'admin.job.look', message: 'Looks for payouts that nobody knows of' }),
  'payout.rates': t({ id: 'admin.job.rates', message: 'Prices of coins' }),
  'payout.wallets': t({ id: 'admin.job.wallets', message: 'Balances of wallets' }),
  'outflow.watch': t({ id: 'admin.job.outflow', message: 'Watch over what leaves' }),
  'solvency.add-up': t({ id: 'admin.job.solvency', message: 'Sums of what is owed and held' }),
  'books.prove': t({ id: 'admin.job.prove', message: 'Check of the books from the beginning' }),
  'books.reconcile': t({ id: 'admin.job.reconcile', message: 'Check of the books' }),
  'books.roll-up': t({ id: 'admin.job.rollUp', message: 'Sums of past days' }),
  'boards.pay': t({ id: 'admin.job.boardsPay', message: 'Prizes of the leaderboard' }),
  'deposits.poll': t({ id: 'admin.job.depositsPoll', message: 'Payments that come in' }),
  'deposits.sweep': t({ id: 'admin.job.depositsSweep', message: 'Removal of old ways to pay in' }),
  'offers.release': t({ id: 'admin.job.offersRelease', message: 'Release of held offer rewards' }),
  'own-data.waive': t({ id: 'admin.job.waive', message: 'Late rewards of deleted accounts' }),
  'ptc.review': t({ id: 'admin.job.ptcReview', message: 'Return of invalid views' }),
  'referrals.settle': t({ id: 'admin.job.referrals', message: 'Referral commission' }),
  'tasks.due': t({ id: 'admin.job.tasksDue', message: 'Deadlines and payments of tasks' }),
})

const houseWords = () => ({
  'accounts.sweep': t({ id: 'admin.job.sweep', message: 'Removal of ended sessions and links' }),
  'boards.count': t({ id: 'admin.job.boardsCount', message: 'Count of the leaderboard' }),
  'campaign.look': t({ id: 'admin.job.campaignLook', message: 'First look at the page of a campaign' }),
  'campaigns.look': t({ id: 'admin.job.campaignsLook', message: 'Further looks at pages of campaigns' }),
  'house.clean': t({ id: 'admin.job.clean', message: 'Removal of what has expired' }),
  'import.minute': t({ id: 'admin.job.importMinute', message: 'Imports that stand still, and who of them is mailed' }),
  'import.run': t({ id: 'admin.job.import', message: 'Import of people' }),
  'link.learn': t({ id: 'admin.job.linkLearn', message: 'Usual durations of shortlinks' }),
  'overview.add-up': t({ id: 'admin.job.overview', message: 'Sums of the overview' }),
  'places.forget': t({ id: 'admin.job.placesForget', message: 'Removal of old network addresses' }),
  'postbacks.sweep': t({ id: 'admin.job.postbacksSweep', message: 'Removal of old calls of offerwalls' }),
  'stats.count': t({ id: 'admin.job.days', message: 'Log of days' }),
  'suspects.judge': t({ id: 'admin.job.judge', message: 'Measures against suspects' }),
  'suspects.look': t({ id: 'admin.job.suspectsLook', message: 'Search for suspects' }),
  'suspects.sync': t({ id: 'admin.job.suspectsSync', message: 'Groups of accounts that belong together' }),
  'tasks.images': t({ id: 'admin.job.tasksImages', message: 'Removal of images that were not sent' }),
  'users.figures': t({ id: 'admin.job.figures', message: 'Numbers of users' }),
})

const mailWords = () => ({
  'mail.contact': t({ id: 'admin.job.mailContact', message: 'Mails of the contact form' }),
  'mail.contact-answer': t({ id: 'admin.job.mailAnswer', message: 'Answers to messages' }),
  'mail.gone': t({ id: 'admin.job.mailGone', message: 'Mails about deleted accounts' }),
  'mail.moved': t({ id: 'admin.job.mailMoved', message: 'Mails to a former address' }),
  'mail.moved-in': t({ id: 'admin.job.mailMovedIn', message: 'Mails to imported people' }),
  'mail.note': t({ id: 'admin.job.mailNote', message: 'Mails about payouts and accounts' }),
  'mail.reset': t({ id: 'admin.job.mailReset', message: 'Mails for a new password' }),
  'mail.verify': t({ id: 'admin.job.mailVerify', message: 'Mails that verify an address' }),
})
