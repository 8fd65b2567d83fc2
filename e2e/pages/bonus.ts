import { type VisualCase, press } from '#e2e/visual-cases.ts'

const adminCoupons = { path: '/app/admin/coupon', as: 'owner', title: 'Coupons' } as const
const adminChallenges = { path: '/app/admin/challenge', as: 'owner', title: 'Challenges' } as const
const adminNews = { path: '/app/admin/news', as: 'owner', title: 'News' } as const
const bonus = { path: '/app/bonus', title: 'Daily Bonus' } as const
const boards = ['week', 'all', 'referral'] as const

/** Where nothing was given away yet. */
export const looksAtNoGifts: readonly VisualCase[] = [
  { name: 'bonus-first', ...bonus, as: 'newcomer' },
  { name: 'challenges-new', path: '/app/challenge', as: 'newcomer', title: 'Challenges' },
  {
    name: 'coupon-wrong',
    path: '/app/coupon',
    as: 'newcomer',
    title: 'Coupon',
    refusals: [404],
    act: async (page) => {
      await page.getByLabel('Code').fill('NO-SUCH-CODE')
      await press('Redeem')(page)
      await page.getByText('Invalid coupon code.').first().waitFor()
    },
  },
  { name: 'board-empty', path: '/app/leaderboard', as: 'newcomer', title: 'Leaderboard' },
  { name: 'referral-new', path: '/app/referral', as: 'newcomer', title: 'Referral' },
  { name: 'news-empty', path: '/app/news', as: 'newcomer', title: 'News' },
  { name: 'admin-coupons-empty', ...adminCoupons },
  { name: 'admin-challenges', ...adminChallenges },
  { name: 'admin-news-empty', ...adminNews },
]

/** With some weeks of history. */
export const looksAtGifts: readonly VisualCase[] = [
  { name: 'bonus', ...bonus, as: 'earner' },
  { name: 'challenges', path: '/app/challenge', as: 'earner', title: 'Challenges' },
  { name: 'coupon', path: '/app/coupon', as: 'earner', title: 'Coupon' },
  { name: 'board', path: '/app/leaderboard', as: 'earner', title: 'Leaderboard' },
  ...boards.map((board): VisualCase => {
    const address = `/app/leaderboard?board=${board}`
    return { name: `board-${board}`, path: '/app/leaderboard', address, as: 'earner', title: 'Leaderboard' }
  }),
  { name: 'referral', path: '/app/referral', as: 'earner', title: 'Referral' },
  { name: 'news', path: '/app/news', as: 'earner', title: 'News' },
  { name: 'admin-coupons', ...adminCoupons },
  { name: 'admin-coupon', ...adminCoupons, act: press('Edit SPRING-2026') },
  { name: 'admin-coupon-uses', ...adminCoupons, act: press('View redemptions FIRST') },
  { name: 'admin-coupons-new', ...adminCoupons, act: press('Create coupons') },
  { name: 'admin-challenge', ...adminChallenges, act: press('Add challenge') },
  { name: 'admin-news', ...adminNews },
  {
    name: 'admin-news-chosen',
    ...adminNews,
    act: (page) =>
      page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check(),
  },
  { name: 'admin-news-editor', ...adminNews, act: press(/^Edit The faucet/) },
]
