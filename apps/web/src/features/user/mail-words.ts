import { t } from '@lingui/core/macro'
import type { OptionalMail } from '@runnel/contract/user-kinds'

export type MailGroup = 'money' | 'own' | 'work'

/** What each kind of mail is about, as its switch says it. */
const words = (): Record<MailGroup, { title: string; kinds: Partial<Record<OptionalMail, string>> }> => ({
  money: {
    title: t({ id: 'mails.money', message: 'Payouts and deposits' }),
    kinds: {
      'withdrawal-paid': t({ id: 'mails.withdrawalPaid', message: 'A withdrawal was paid' }),
      'withdrawal-rejected': t({ id: 'mails.withdrawalRejected', message: 'A withdrawal was not approved' }),
      'withdrawal-failed': t({ id: 'mails.withdrawalFailed', message: 'A withdrawal could not be sent' }),
      'deposit-credited': t({ id: 'mails.deposit', message: 'A deposit has arrived' }),
    },
  },
  own: {
    title: t({ id: 'mails.own', message: 'What you advertise and ask for' }),
    kinds: {
      'campaign-rejected': t({ id: 'mails.campaignRejected', message: 'A campaign was not approved' }),
      'task-rejected': t({ id: 'mails.taskRejected', message: 'A task was not approved' }),
      'task-review-due': t({ id: 'mails.reviewDue', message: 'Work waits for your review' }),
      'dispute-opened': t({ id: 'mails.disputeOpened', message: 'A worker disputes your decision' }),
    },
  },
  work: {
    title: t({ id: 'mails.work', message: 'Your work and disputes' }),
    kinds: {
      'submission-denied': t({ id: 'mails.denied', message: 'Your work was denied' }),
      'submission-revision': t({ id: 'mails.revision', message: 'Your work needs better proof' }),
      'dispute-won': t({ id: 'mails.disputeWon', message: 'A dispute was decided for you' }),
      'dispute-lost': t({ id: 'mails.disputeLost', message: 'A dispute was decided against you' }),
    },
  },
})

/** The kinds of mail in groups, each with its words; the server's list decides which there are. */
export function mailGroups(kinds: readonly OptionalMail[]) {
  return Object.entries(words()).map(([key, { title, kinds: named }]) => ({
    key,
    title,
    mails: kinds.flatMap((kind) => (named[kind] === undefined ? [] : [{ kind, label: named[kind] }])),
  }))
}
