import type { Campaign } from '@runnel/contract/advertise'
import type { Campaigns, Report } from './advertise.ts'

/** What the server says about campaigns, for tests of the pages. */
export const at = '2026-01-01T12:00:00.000Z'

export const campaign = (changes: Partial<Campaign> = {}): Campaign => ({
  _id: '01890000-0000-7000-8000-000000000001',
  kind: 'iframe',
  title: 'Fresh bread',
  description: 'Baked at night.',
  url: 'https://bakery.example.com/',
  timer: 10,
  price: 50,
  reward: 35,
  views: 1_000,
  remaining: 400,
  escrow: 20_000,
  spent: 30_000,
  countries: [],
  minLevel: 1,
  device: 'any',
  interval: 86_400,
  status: 'active',
  reason: null,
  reports: 2,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

export const campaigns = (changes: Partial<Campaigns> = {}): Campaigns => ({
  ads: [],
  total: 0,
  options: [
    { kind: 'iframe', timer: 5, price: 30, reward: 21 },
    { kind: 'iframe', timer: 10, price: 50, reward: 35 },
    { kind: 'window', timer: 10, price: 40, reward: 28 },
  ],
  minViews: 100,
  depositBalance: 60_000,
  ...changes,
})

export const report = (changes: Partial<Report> = {}): Report => ({
  campaign: campaign(),
  opened: 800,
  paid: 600,
  returned: 3,
  days: [
    { day: '2025-12-29', opened: 300, paid: 200 },
    { day: '2026-01-01', opened: 500, paid: 400 },
  ],
  hours: [{ hour: 7, paid: 600 }],
  countries: [{ name: 'DE', opened: 800, paid: 600 }],
  devices: [{ name: 'mobile', opened: 800, paid: 600 }],
  reports: [{ reason: 'broken', count: 2 }],
  movements: [
    {
      _id: '01890000-0000-7000-8000-0000000000a1',
      kind: 'campaign-fund',
      amount: 50_000,
      reason: null,
      createdAt: at,
    },
    {
      _id: '01890000-0000-7000-8000-0000000000a2',
      kind: 'ptc-return',
      amount: 50,
      reason: 'It was not a person.',
      createdAt: at,
    },
  ],
  ...changes,
})
