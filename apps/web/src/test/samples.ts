import type { User } from '@runnel/contract/account/user'
import type { AntibotChallenge } from '@runnel/contract/check/captcha'
import type { AdminCoupon } from '@runnel/contract/earn/coupon'
import type { FaucetInfo } from '@runnel/contract/earn/faucet'
import type { Site } from '@runnel/contract/home'
import type { Overview } from '#features/dashboard/dashboard.ts'
import type { SignInWays } from '#features/step-up/step-up.ts'

export const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Answers of a server as the pages know them; a test says only what matters to it. */
export const faucetInfo = (changes: Partial<FaucetInfo> = {}): FaucetInfo => ({
  faucet_reward: 30,
  faucet_timer: 300,
  faucet_exp: 10,
  lastClaim: null,
  wait: 0,
  isHappyHour: false,
  nextHappyHour: null,
  happyHourEnds: null,
  happyHourBonus: 50,
  next: { base: 30, level: 1, happyHour: 0, total: 31 },
  claimsToday: 4,
  dailyClaimLimit: 0,
  faucetClaim: 40,
  usedUp: null,
  isReduced: false,
  allowance: null,
  ...changes,
})

export const overviewOf = (changes: Partial<Overview> = {}): Overview => ({
  best: [
    {
      kind: 'ptc',
      id: idOf(12),
      name: 'A very good page',
      reward: 35,
      seconds: 15,
      perMinute: 140,
      readyAt: null,
    },
    {
      kind: 'task',
      id: idOf(13),
      name: 'Take a picture',
      reward: 400,
      seconds: 240,
      perMinute: 100,
      readyAt: null,
    },
    {
      kind: 'faucet',
      id: null,
      name: 'faucet',
      reward: 31,
      seconds: 15,
      perMinute: 17,
      readyAt: '2026-05-05T10:01:34.000Z',
    },
  ],
  todo: [
    { kind: 'claim-bonus', count: 1, amount: 100 },
    { kind: 'view-ads', count: 3, amount: 90 },
  ],
  streak: 3,
  rank: 1_234,
  news: { unread: 2, title: 'A new way to be paid' },
  ...changes,
})

export const progress = (changes: Partial<User['progress']> = {}): User['progress'] => {
  const percents = { bonusPercent: 4, nextBonusPercent: 5 }
  return { level: 4, exp: 700, levelExp: 600, nextLevelExp: 1_000, ...percents, ...changes }
}

export const person = (changes: Partial<User> = {}): User => ({
  _id: idOf(1),
  username: 'alice',
  email: 'alice@example.com',
  role: 'user',
  balance: 1_240,
  depositBalance: 0,
  heldBalance: 0,
  debt: 0,
  totalEarned: 1_240,
  joinedAt: '2026-01-01T00:00:00.000Z',
  level: 4,
  progress: progress(),
  faucetClaim: 40,
  emailVerified: true,
  tz: 'UTC',
  notifyByMail: true,
  mailsOff: [],
  lockedAt: null,
  lockedUntil: null,
  lockReason: null,
  ...changes,
})

export const siteInfo = (changes: Partial<Site> = {}): Site => ({
  name: 'Runnel',
  logo: '',
  hue: 200,
  currency: 'USD',
  contactEmail: '',
  maintenance: null,
  registrationOpen: true,
  minimumAge: 0,
  googleLogin: false,
  telegramLogin: false,
  banners: [],
  adblockWall: false,
  ...changes,
})

export const coupon = (number: number, changes: Partial<AdminCoupon> = {}): AdminCoupon => ({
  _id: idOf(number),
  code: `SPRING-${number}`,
  name: 'Giveaway',
  reward: 500,
  usesMax: 100,
  from: null,
  until: null,
  minLevel: 1,
  verifiedOnly: false,
  enabled: true,
  uses: 3,
  cost: 1_500,
  batchId: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  ...changes,
})

/** The answer to `GET /api/user/me`. */
export const me = (changes: Partial<User> = {}) => ({
  user: person(changes),
  ptcCount: 0,
  taskCount: 0,
  linkCount: 0,
  signature: '',
  cpxHash: '',
  notification: { unread: 0, notifications: [] },
  hasSetPassword: true,
  needsInit: false,
  currencies: [],
  cooldown: null,
})

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

export const clickOrder = (changes: Partial<AntibotChallenge> = {}): AntibotChallenge => ({
  id: 'challenge-1',
  instruction: { src: pixel, width: 348, height: 88 },
  antibotlinks: ['one', 'two', 'three', 'four', 'five'].map((name) => ({
    id: `option-${name}`,
    src: pixel,
    width: 145,
    height: 105,
  })),
  pick: 3,
  captcha: false,
  expiresIn: 150,
  k: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  instrument: 's7;n5',
  alternatives: [],
  pow: null,
  ...changes,
})

/** The answer to `GET /api/user/two-step` of an account that has nothing but its password. */
export const signInMethods = (changes: Partial<SignInWays> = {}): SignInWays => ({
  enabled: false,
  enabledAt: null,
  recoveryCodesLeft: 0,
  required: false,
  needsVerified: false,
  hasPassword: true,
  google: null,
  telegram: null,
  provesBy: null,
  provedUntil: null,
  asks: { password: true, code: false },
  ...changes,
})
