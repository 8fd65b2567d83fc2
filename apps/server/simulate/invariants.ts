import {
  autoMaxOf,
  isLocked,
  lockedEarns,
  notPromised,
  overBudget,
  overSlice,
  repeated,
  stoppedPays,
  untraced,
  worthOf,
  wronglyCredited,
  wronglySent,
} from './checks.ts'
import type { Observation } from './observation.ts'
import { findWrongSums } from './sum-checks.ts'

/** What must be true of the whole site, whatever anybody does. */
export interface Invariant {
  readonly name: string
  readonly says: string
  /** Cheap ones are checked after every step, dear ones after every batch of steps. */
  readonly when: 'step' | 'batch'
  /** Tells each way in which it does not hold. */
  readonly broken: (look: Observation) => Promise<readonly string[]> | readonly string[]
}

/** One of the views of facts.sql, each row of which is a way in which it is broken. */
const facts = (view: string, says: string): Invariant => ({
  name: view.replaceAll('_', '-'),
  says,
  when: 'batch',
  broken: async ({ rows }) => (await rows(`SELECT * FROM simulate.${view} LIMIT 5`)).map((row) => JSON.stringify(row)),
})

const FAUCET_TIMER_MS = 60_000

const step = (name: string, says: string, broken: Invariant['broken']): Invariant => ({
  name,
  says,
  when: 'step',
  broken,
})

export const invariants: readonly Invariant[] = [
  step(
    'no-error-of-ours',
    'Nothing answers 500, no job fails and one key gets one answer.',
    ({ record }) => record.problems,
  ),

  step(
    'moves-what-it-says',
    'An act moves money only by the kinds of movement that belong to it.',
    ({ transfers, moves, record }) =>
      record.isTrouble
        ? []
        : transfers
            .filter(({ kind }) => !moves.includes(kind))
            .map(({ kind, key, amount }) => `${kind} ${key}: ${amount}`),
  ),

  step(
    'worth-adds-up',
    'What somebody owns less what they owe changes exactly as the rules of docs/money.md say.',
    ({ before, after, record }) =>
      record.isAnything
        ? []
        : [...after.values()].flatMap((now) => {
            const then = before.get(now.id)
            const change = worthOf(now) - (then === undefined ? 0 : worthOf(then))
            const expected = record.expected.get(now.id) ?? 0
            return change === expected ? [] : [`${now.username} changed by ${change}, not by ${expected}`]
          }),
  ),

  step('nothing-below-zero', 'No account of anybody falls below zero.', ({ after }) =>
    [...after.values()]
      .filter(({ main, deposit, held, debt }) => Math.min(main, deposit, held, debt) < 0)
      .map(({ username }) => username),
  ),

  step(
    'debtor-has-nothing-to-spend',
    'Who owes has nothing on the main and the deposit balance: each credit repays first.',
    ({ after }) =>
      [...after.values()]
        .filter(({ debt, main, deposit }) => debt > 0 && main + deposit > 0)
        .map(({ username, debt, main, deposit }) => `${username} owes ${debt} and has ${main} and ${deposit}`),
  ),

  step(
    'debtor-is-not-paid',
    'Nobody with a debt asks for a withdrawal, is approved, or is sent anything.',
    ({ withdrawals }) =>
      withdrawals
        .filter(
          ({ debt, from, to }) =>
            debt > 0 && (from === null || to === 'sending' || (to === 'approved' && from === 'review')),
        )
        .map(({ user, debt, from, to, amount }) => `${user} owes ${debt}, and ${amount} went from ${from} to ${to}`),
  ),

  step('locked-is-not-paid', 'Nothing is sent to somebody who is locked.', ({ withdrawals, site }) =>
    withdrawals
      .filter(
        ({ to, locked_at, locked_until }) => to === 'sending' && isLocked({ locked_at, locked_until }, site.clock()),
      )
      .map(({ user, amount }) => `${user} is locked, and ${amount} is sent`),
  ),

  step(
    'held-needs-a-person',
    'What a measure holds for review is sent only after a person approved it.',
    ({ withdrawals, site }) =>
      withdrawals
        .filter(({ to, measures, approved_by }) => {
          const now = site.clock().toISOString()
          const isHeld = measures.some(({ kind, until }) => kind === 'review' && (until === null || until > now))
          return to === 'sending' && isHeld && approved_by === null
        })
        .map(({ user, amount }) => `${user} is held, and ${amount} is sent`),
  ),

  step(
    'not-before-its-time',
    'Nothing is sent before the time that its withdrawal waits for.',
    ({ withdrawals, site }) =>
      withdrawals
        .filter(({ to, not_before }) => to === 'sending' && not_before !== null && new Date(not_before) > site.clock())
        .map(({ id }) => id),
  ),

  step(
    'debtor-waits',
    'What has not left of somebody who owes waits for a person.',
    ({ approvedInDebt }) => approvedInDebt,
  ),

  step('large-needs-a-person', 'What is above the limit of automatic payouts is looked at by a person.', (look) =>
    look.withdrawals
      .filter(({ from, to, amount }) => from === null && to === 'approved' && amount > autoMaxOf(look))
      .map(({ id, amount }) => `${id}: ${amount}`),
  ),

  step(
    'stopped-is-stopped',
    'A source that is stopped pays nothing, and nothing is sent while payouts are.',
    stoppedPays,
  ),

  step('lock-earns-no-commission', 'Nobody who is locked is paid commission.', lockedEarns),

  step('debtor-is-frozen', 'No ad of somebody who owes is opened, and no task of theirs started.', ({ beginnings }) =>
    beginnings.filter(({ debt }) => debt > 0).map(({ of, owner, debt }) => `${of}: ${owner} owes ${debt}`),
  ),

  step('budget-bounds', 'No single payment is larger than the budget of its day.', overBudget),

  step(
    'escrow-stops-itself',
    'What members pay each other stops nobody else.',
    ({ stoppedByEscrow }) => stoppedByEscrow,
  ),

  step(
    'fractions-are-paid',
    'What the faucet paid somebody is what was promised, exact to a unit over time.',
    notPromised,
  ),

  step('traces', 'Everything that the people of the site do stands in the audit log.', untraced),

  step(
    'two-pairs-of-eyes',
    'With two admins asked for, none raises what somebody has over the slice alone.',
    overSlice,
  ),

  step('faucet-waits', 'Nobody claims twice within the faucet timer.', ({ site, transfers }) =>
    transfers
      .filter(({ kind }) => kind === 'faucet')
      .flatMap(({ credit, at }) => {
        const last = site.known.lastClaim.get(credit) ?? 0
        const now = Date.parse(at)
        site.known.lastClaim.set(credit, now)
        return now - last < FAUCET_TIMER_MS ? [`${credit} waited ${(now - last) / 1_000} s`] : []
      }),
  ),

  step('leaves-once', 'Each withdrawal has at most one payment in the books of the providers.', ({ site }) =>
    repeated(site.payouts.sent.map(({ reference }) => reference)),
  ),

  {
    name: 'left-as-written',
    says: 'What left is what its withdrawal says, and what did not leave is not called paid.',
    when: 'batch',
    broken: wronglySent,
  },
  {
    name: 'deposits-as-paid',
    says: 'What is credited of an invoice is what arrived at its processor, each payment once.',
    when: 'batch',
    broken: wronglyCredited,
  },

  {
    name: 'public-sums',
    says: 'What home, the solvency page and the overview show is what the ledger says.',
    when: 'batch',
    broken: findWrongSums,
  },

  facts('wrong_balances', 'Each balance is the sum of its transfers.'),
  facts('unknown_accounts', 'Each account that money moves through exists.'),
  facts('wrong_in_flight', 'What lies on its way out is the sum of the open withdrawals.'),
  facts('wrong_withdrawals', 'A withdrawal is paid whole or given back whole, once, or still on its way.'),
  facts('wrong_coins', 'What arrives is the amount less the fee at the rate of that moment.'),
  facts('wrong_campaign_escrows', 'The escrow of a campaign is what its unsold views cost.'),
  facts('wrong_views', 'Each view of a campaign is sold once or left.'),
  facts('wrong_task_escrows', 'The escrow of a task is what its places may still cost.'),
  facts('wrong_held', 'What somebody has on hold is their offers and accepted work that wait.'),
  facts('wrong_debts', 'What somebody owes is what became a debt less what repaid it.'),
  facts('wrong_rewards', 'Each thing that pays, pays once and as much as it says.'),
  facts('too_early', 'Nothing that waits is paid before its time is over.'),
  facts(
    'wrong_commissions',
    "A referrer's commission is at most the owner's share, and of what members pay at most half of the fee.",
  ),
  facts('overdrawn_days', 'What the faucet credits in a day is at most its budget.'),
  facts(
    'wrong_allowances',
    'What counts against an allowance is what the site paid of its own money, less what was reversed.',
  ),
  facts('wrong_revenue', 'What an account brought is what its earnings left to the site, less what was taken back.'),
  facts('wrong_referrals', 'What a referrer is paid for a day is its commission.'),
]
