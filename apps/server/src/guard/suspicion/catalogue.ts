import { probeSigns } from '@runnel/contract/check/proof'

/**
 * Every reason that can speak against an account, by family. Whoever notes another one adds it here: the simulated
 * town of the bench has to know it as well, and a test compares the two lists.
 */
export const riskRules = {
  answers: ['sequential'],
  payout: ['address-shared'],
  place: ['device-shared', 'print-shared', 'claimed-on-device'],
  network: ['hosting'],
  sync: ['moves-with-referrals', 'same-slots'],
  pace: ['quick-solver', 'fast-claims', 'even-delays', 'never-sleeps'],
  client: [
    ...probeSigns,
    'agent-automated',
    'no-language',
    'header-other-version',
    'header-no-brands',
    'proof-missing',
    'bad-key',
    'no-real-page',
    'bad-conduct',
    'untrusted-events',
    'no-pointer-movement',
    'identical-points',
    'page-hidden',
    'hasty-view',
  ],
  traps: ['hidden-field', 'decoy-address', 'decoy-secret', 'canary-coupon', 'forged', 'hidden-option', 'trap-order'],
  links: ['hasty-link', 'regular-link'],
  referral: ['referral-device', 'referral-network', 'referral-chain'],
  cluster: ['cluster'],
} as const
export type RiskFamily = keyof typeof riskRules
export type RiskRule = (typeof riskRules)[RiskFamily][number]

/** A rule, and where it found several things, which of them. */
export type RiskReason = RiskRule | `${RiskRule}:${string}`

/** The rule of a reason, without the thing that it found. */
export const ruleOf = (reason: string): string => reason.split(':')[0] ?? reason
