import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SettingCard, SettingRow, SettingTab } from './row.ts'

const prices: SettingCard = {
  title: msg({ id: 'setting.ptc_prices', message: 'PTC prices' }),
  note: msg({
    id: 'setting.prices.note',
    message: 'In units, by ad type and duration. Leave empty to not offer an option.',
  }),
  rows: { ptc_prices: { label: msg({ id: 'setting.ptc_prices', message: 'PTC prices' }), part: 'ptcPrices' } },
}

const share: SettingCard = {
  title: msg({ id: 'setting.share', message: 'Revenue split' }),
  rows: {
    ptc_viewer_percent: {
      label: msg({ id: 'setting.ptc_viewer_percent', message: 'User share per view (%)' }),
      part: 'viewerShare',
    },
    ptc_exp: msg({ id: 'setting.ptc_exp', message: 'XP per ad view' }),
    ptc_min_views: msg({ id: 'setting.ptc_min_views', message: 'Minimum views per campaign' }),
  },
}

const quality: SettingCard = {
  title: msg({ id: 'setting.safety', message: 'Ad quality' }),
  rows: {
    ptc_report_limit: {
      label: msg({ id: 'setting.ptc_report_limit', message: 'Reports before a campaign returns to review' }),
      hint: msg({
        id: 'setting.ptc_report_limit.hint',
        message: 'Reports from trusted users. The ad is hidden until you decide. 0 = never.',
      }),
    },
    ptc_return_days: {
      label: msg({ id: 'setting.ptc_return_days', message: 'Invalid view refund period (days)' }),
      hint: msg({
        id: 'setting.ptc_return_days.hint',
        message: 'The price is refunded to the campaign and the reward is deducted from the user. 0 = never.',
      }),
    },
  },
}

const shortlinks: SettingCard = {
  title: msg({ id: 'setting.settings', message: 'Shortlinks' }),
  rows: {
    link_exp: msg({ id: 'setting.link_exp', message: 'XP per shortlink' }),
    link_visit_minutes: msg({ id: 'setting.link_visit_minutes', message: 'Shortlink visit time limit (minutes)' }),
    link_sort: {
      label: msg({ id: 'setting.link_sort', message: 'Default shortlink order' }),
      choices: [
        { value: 'auto', label: msg({ id: 'setting.sort.auto', message: 'Priority, then reward per minute' }) },
        { value: 'reward', label: msg({ id: 'setting.sort.reward', message: 'Highest reward first' }) },
        { value: 'duration', label: msg({ id: 'setting.sort.duration', message: 'Shortest first' }) },
      ],
    },
  },
}

const offers: SettingCard = {
  title: msg({ id: 'admin.offerwall.settings', message: 'Offers' }),
  rows: { offerwall_exp: msg({ id: 'setting.offerwall_exp', message: 'XP per offer' }) },
}

const tasks: SettingCard = {
  title: msg({ id: 'setting.task.settings', message: 'Tasks' }),
  rows: {
    task_fee_basis_points: msg({ id: 'setting.task_fee_basis_points', message: 'Task fee (basis points)' }),
    task_exp: msg({ id: 'setting.task_exp', message: 'XP per task' }),
    task_owner_level: msg({ id: 'setting.task_owner_level', message: 'Minimum level to create tasks' }),
    task_dispute_days: msg({ id: 'setting.task_dispute_days', message: 'Dispute period (days)' }),
    task_revision_hours: msg({ id: 'setting.task_revision_hours', message: 'Revision deadline (hours)' }),
  },
}

export const ptc: SettingTab<'ptc'> = {
  key: 'ptc',
  label: msg({ id: 'admin.tab.ptc', message: 'PTC ads' }),
  cards: [prices, [share, quality, shortlinks, offers, tasks]],
}

const adBlocker: SettingCard = {
  title: msg({ id: 'setting.adblock', message: 'Ad blocker detection' }),
  rows: {
    adblock_wall: {
      label: msg({ id: 'setting.adblock_wall', message: 'Require ad blocker to be off' }),
      hint: msg({
        id: 'setting.adblock_wall.hint',
        message: 'Blocking users with ad blockers may drive them away. When off, users see a polite notice.',
      }),
    },
  },
}

const empty = msg({ id: 'setting.banner.hint', message: 'HTML. Leave empty to hide this ad slot.' })
const html = { optional: true, spellCheck: false, maxLength: 10_000 } as const
const banner = (label: MessageDescriptor): SettingRow => ({
  label,
  hint: empty,
  kind: 'text',
  input: html,
  part: 'banner',
})

export const banners: SettingTab<'banners'> = {
  key: 'banners',
  label: msg({ id: 'admin.tab.banners', message: 'Banners' }),
  cards: [
    adBlocker,
    {
      note: msg({
        id: 'admin.banners.note',
        message: 'Paste the code from your ad network. It runs in an isolated frame that can’t access your site.',
      }),
    },
    { rows: { banner_728x90: banner(msg({ id: 'setting.banner_728x90', message: 'Leaderboard banner, 728 × 90' })) } },
    { rows: { banner_468x60: banner(msg({ id: 'setting.banner_468x60', message: 'Banner, 468 × 60' })) } },
    { rows: { banner_300x250: banner(msg({ id: 'setting.banner_300x250', message: 'Medium rectangle, 300 × 250' })) } },
    { rows: { banner_160x600: banner(msg({ id: 'setting.banner_160x600', message: 'Skyscraper, 160 × 600' })) } },
  ],
}
