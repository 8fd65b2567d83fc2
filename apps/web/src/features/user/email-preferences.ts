import { t } from '@lingui/core/macro'
import type { OptionalMail } from '@runnel/contract/account/user-kinds'

export type MailGroup = 'money' | 'own' | 'work'

/** What each kind of mail is about, as its switch says it. */
const words = (): Record<MailGroup, { title: string; kinds: Partial<Record<OptionalMail, string>> }> => ({
  money: {
    title: t({ id: 'mails.money', message: 'Payouts and deposits' }),
    kinds: {
      'withdrawal-paid': t({ id: 'mails.withdrawalPaid', message: 'Withdrawal paid' }),
      'withdrawal-rejected': t({ id: 'mails.withdrawalRejected', message: 'Withdrawal rejected' }),
      'withdrawal-failed': t({ id: 'mails.withdrawalFailed', message: 'Withdrawal failed' }),
      'deposit-credited': t({ id: 'mails.deposit', message: 'Deposit received' }),
    },
  },
  own: {
    title: t({ id: 'mails.own', message: 'Your campaigns and tasks' }),
    kinds: {
      'campaign-rejected': t({ id: 'mails.campaignRejected', message: 'Campaign rejected' }),
      'task-rejected': t({ id: 'mails.taskRejected', message: 'Task rejected' }),
      'task-review-due': t({ id: 'mails.reviewDue', message: 'Submissions waiting for your review' }),
      'dispute-opened': t({ id: 'mails.disputeOpened', message: 'Dispute opened on your task' }),
    },
  },
  work: {
    title: t({ id: 'mails.work', message: 'Your submissions and disputes' }),
    kinds: {
      'submission-denied': t({ id: 'mails.denied', message: 'Submission denied' }),
      'submission-revision': t({ id: 'mails.revision', message: 'Revision requested' }),
      'dispute-won': t({ id: 'mails.disputeWon', message: 'Dispute won' }),
      'dispute-lost': t({ id: 'mails.disputeLost', message: 'Dispute lost' }),
    },
  },
})

/** The kinds of mail in groups, each with its words; the server's list decides which there are. */
export const mailGroups = (kinds: readonly OptionalMail[]) =>
  Object.entries(words()).map(([key, { title, kinds: named }]) => ({
    key,
    title,
    mails: kinds.flatMap((kind) => (named[kind] === undefined ? [] : [{ kind, label: named[kind] }])),
  }))
