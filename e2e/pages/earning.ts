import type { Page } from 'playwright-core'
import { answerForWalls } from '#e2e/setup/earning.ts'
import { type VisualCase, press } from '#e2e/visual-cases.ts'

const secret = 'abcdefghijklmnopqrstuvwxyz012345'
const verify = { path: '/app/link/{secret}', address: `/app/link/${secret}`, as: 'newcomer', title: 'Verify' } as const
const wallTabs = ['statistic', 'charge-backs', 'postbacks'] as const
const adminWalls = { path: '/app/admin/offerwalls', as: 'owner', title: 'Offerwalls' } as const
const adminLinks = { path: '/app/admin/link', as: 'owner', title: 'Shortlinks' } as const

const dialog = (page: Page): Promise<void> => page.getByRole('dialog').waitFor()

const choosePreset = async (page: Page): Promise<void> => {
  await press('Add offerwall')(page)
  await dialog(page)
  await page.getByRole('combobox', { name: 'Preset' }).click()
  await page.getByRole('option', { name: 'Custom offerwall' }).click()
  await page.getByLabel('URL name').fill('otter')
}

/** Where nobody has set anything up. */
export const looksAtNoEarning: readonly VisualCase[] = [
  { name: 'links-empty', path: '/app/link', as: 'newcomer', title: 'Shortlinks' },
  { name: 'verify-unknown', ...verify },
  {
    name: 'verify-refused',
    ...verify,
    refusals: [404],
    act: async (page) => {
      await press('Submit from this tab')(page)
      await page.getByText('Visit not found', { exact: true }).waitFor()
    },
  },
  { name: 'offerwalls-empty', path: '/app/offerwall', as: 'newcomer', title: 'Offerwalls' },
  { name: 'surveys-none', path: '/app/offerwall/pollfish', as: 'newcomer', title: 'Surveys' },
  { name: 'admin-links-empty', ...adminLinks },
  { name: 'admin-links-add', ...adminLinks, act: press('Add provider') },
  { name: 'admin-walls-empty', ...adminWalls },
  { name: 'admin-walls-add', ...adminWalls, act: choosePreset },
  ...wallTabs.map((tab) => ({
    name: `admin-walls-${tab}-empty`,
    ...adminWalls,
    address: `/app/admin/offerwalls?tab=${tab}`,
  })),
]

/** Where people have earned for weeks. */
export const looksAtEarning: readonly VisualCase[] = [
  { name: 'links', path: '/app/link', as: 'earner', title: 'Shortlinks' },
  {
    name: 'links-how',
    path: '/app/link',
    as: 'earner',
    title: 'Shortlinks',
    act: (page) => page.getByText('How shortlinks work').click(),
  },
  {
    name: 'links-failed',
    path: '/app/link',
    address: '/app/link?sort=reward',
    as: 'earner',
    title: 'Shortlinks',
    refusals: [503],
    act: async (page) => {
      await press('Visit Silent Short')(page)
      await page.getByText('The shortlink didn’t open').waitFor()
    },
  },
  {
    name: 'verify-paid',
    path: '/app/link/{secret}',
    address: '/app/link',
    as: 'earner',
    title: 'Verify',
    act: async (page) => {
      await press('Visit Otter Links')(page)
      await page.getByText('+35 units', { exact: true }).waitFor()
    },
  },
  {
    name: 'offerwalls',
    path: '/app/offerwall',
    as: 'earner',
    title: 'Offerwalls',
    act: (page) => page.getByRole('button', { name: 'View Harbour Town' }).waitFor(),
  },
  {
    name: 'offerwalls-offer',
    path: '/app/offerwall',
    as: 'earner',
    title: 'Offerwalls',
    act: async (page) => {
      await press('View Harbour Town')(page)
      await dialog(page)
    },
  },
  {
    name: 'offerwalls-report',
    path: '/app/offerwall',
    as: 'earner',
    title: 'Offerwalls',
    act: async (page) => {
      await press('Reward missing')(page)
      await dialog(page)
    },
  },
  {
    name: 'offerwalls-held',
    path: '/app/offerwall',
    address: '/app/offerwall?status=held',
    as: 'earner',
    title: 'Offerwalls',
  },
  {
    name: 'wall',
    path: '/app/offerwall/{id}',
    address: '/app/offerwall',
    as: 'earner',
    title: 'Offers',
    before: answerForWalls,
    act: async (page) => {
      await page.getByRole('link', { name: /^Otter Offers/ }).click()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Offers' }).waitFor()
    },
  },
  {
    name: 'surveys-blocked',
    path: '/app/offerwall/pollfish',
    as: 'earner',
    title: 'Surveys',
    before: answerForWalls,
    keeps: /ERR_FAILED/,
    act: (page) => page.getByText('Surveys didn’t load').waitFor(),
  },
  { name: 'admin-links', ...adminLinks },
  {
    name: 'admin-links-tested',
    ...adminLinks,
    act: async (page) => {
      await press('Test Silent Short')(page)
      await page.getByText(/^Test failed: no short URL/).waitFor()
    },
  },
  { name: 'admin-links-edit', ...adminLinks, act: press('Edit A longer way round') },
  { name: 'admin-links-held', ...adminLinks, address: '/app/admin/link?tab=held' },
  {
    name: 'admin-links-refuse',
    ...adminLinks,
    address: '/app/admin/link?tab=held',
    act: press(/^Reject willow/),
  },
  { name: 'admin-links-statistic', ...adminLinks, address: '/app/admin/link?tab=statistic' },
  { name: 'admin-walls', ...adminWalls },
  { name: 'admin-walls-edit', ...adminWalls, act: press('Edit Otter Offers') },
  ...wallTabs.map((tab) => ({
    name: `admin-walls-${tab}`,
    ...adminWalls,
    address: `/app/admin/offerwalls?tab=${tab}`,
  })),
  { name: 'admin-walls-api', ...adminWalls, act: press('Edit Otter API') },
  { name: 'admin-walls-reports', ...adminWalls, address: '/app/admin/offerwalls?tab=reports' },
  ...(['Pass to vendor', 'Decline'] as const).map((name) => ({
    name: `admin-walls-report-${name === 'Decline' ? 'decline' : 'pass'}`,
    ...adminWalls,
    address: '/app/admin/offerwalls?tab=reports',
    act: press(name),
  })),
  {
    name: 'admin-walls-call',
    ...adminWalls,
    address: '/app/admin/offerwalls?tab=postbacks&verdict=bad-signature',
    act: press(/^Raw request/),
  },
]
