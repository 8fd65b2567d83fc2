import type { AdminRestriction, Suspect, SuspectDetail } from '@runnel/contract/admin/suspect'
import type { Appeal, SuspectAccount } from '@runnel/contract/suspect-schemas'
import { at } from '#features/admin/shared/example.ts'
import { idOf } from '#web/test/samples.ts'

/** A group of seven as the server tells of it, for tests of the pages. */
const states = ['measured', 'locked', 'active'] as const

const member = (username: string, index: number): SuspectAccount => ({
  _id: idOf(index),
  username,
  score: 90 - index * 12,
  state: states[index % 3] ?? 'active',
  joinedAt: at,
  earned: 90_000 - index * 9_000,
  paidOut: index * 7_000,
})

const bob = member('bob', 0)
const others = ['carol', 'dave', 'erin', 'frank', 'grace', 'heidi']
const members = [bob, ...others.map((name, index) => member(name, index + 1))]

export const lock: AdminRestriction = {
  _id: idOf(201),
  kind: 'lock',
  since: at,
  until: null,
  reason: 'We detected signs of automated claims.',
  by: null,
  releasedAt: at,
  releasedBy: 'olga',
  withheld: 0,
}

export const halved: AdminRestriction = {
  ...lock,
  _id: idOf(202),
  kind: 'reward',
  reason: 'Claims of this account are looked at.',
  releasedAt: null,
  releasedBy: null,
  withheld: 1_500,
}

export const appeal: Appeal = {
  _id: idOf(301),
  message: 'My sister and I share one computer.',
  createdAt: at,
  answeredAt: null,
  verdict: null,
  answer: null,
  until: null,
}

const tie = (to: number, kind: SuspectDetail['group']['edges'][number]['kind']) => ({
  from: idOf(0),
  to: idOf(to),
  kind,
  sentence: `Tied by ${kind}.`,
  weight: 0.8,
})

export const suspect: SuspectDetail = {
  ...bob,
  email: 'bob@example.com',
  trust: { level: 'known', grants: 1 },
  lastSeenAt: at,
  lock: null,
  ownScore: 70,
  clusterScore: 54,
  reasons: [
    {
      _id: idOf(101),
      family: 'payout',
      reason: 'address-shared',
      points: 65,
      pointsAtFirst: 65,
      sentence: 'Withdrawal address shared by 5 accounts.',
      at,
    },
    {
      _id: idOf(102),
      family: 'pace',
      reason: 'too-fast',
      points: 22.5,
      pointsAtFirst: 45,
      sentence: 'Solves a challenge in 1.9 seconds.',
      at,
    },
  ],
  pardons: [{ reason: 'device-shared', sentence: 'Same device as 2 accounts.', at, by: 'olga' }],
  history: [
    { day: '2026-01-01', score: 45 },
    { day: '2026-01-02', score: 90 },
  ],
  measures: [halved, lock],
  withheld: 1_500,
  debt: 2_500,
  appeals: [appeal],
  group: {
    nodes: members,
    edges: [
      tie(1, 'payout'),
      tie(2, 'payout'),
      tie(1, 'device'),
      tie(3, 'referral'),
      tie(4, 'network'),
      tie(5, 'timing'),
    ],
    more: 3,
  },
}

export const row: Suspect = {
  ...bob,
  lastSeenAt: at,
  reasons: suspect.reasons,
  reasonCount: 3,
  measures: ['reward'],
  lockedAt: null,
  lockedUntil: null,
  lockedByMachine: false,
  tied: 6,
  hasOpenAppeal: true,
}
