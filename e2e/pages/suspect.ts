import type { Page } from 'playwright-core'
import { ringleader } from '#e2e/setup/suspects.ts'
import { type VisualCase, press } from '#e2e/visual-cases.ts'

const suspects = { path: '/app/admin/suspects', as: 'owner', title: 'Suspects' } as const
const suspect = { path: '/app/admin/suspects/{id}', as: 'owner', title: 'Suspect' } as const
const appeals = { path: '/app/admin/appeal', as: 'owner', title: 'Appeals' } as const
const networks = { path: '/app/admin/ip-user', as: 'owner', title: 'Networks' } as const
const devices = { path: '/app/admin/device-analyze', as: 'owner', title: 'Devices' } as const
const traps = { path: '/app/admin/log/trap', as: 'owner', title: 'Trap log' } as const
const messages = { path: '/app/admin/contact', as: 'owner', title: 'Messages' } as const
const approvals = { path: '/app/admin/approval', as: 'owner', title: 'Approvals' } as const
const log = { path: '/app/admin/audit', as: 'owner', title: 'Audit log' } as const

const address = `/app/admin/suspects?search=${ringleader}`

const openSuspect = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: ringleader }).click()
  await page.getByRole('heading', { level: 1, name: ringleader }).waitFor()
}

const after = (act: (page: Page) => Promise<void>) => async (page: Page) => {
  await openSuspect(page)
  await act(page)
}

/** Where nobody is suspected and nobody has written. */
export const looksAtNoSuspects: readonly VisualCase[] = [
  { name: 'suspects-empty', ...suspects },
  { name: 'appeals-empty', ...appeals },
  { name: 'networks-empty', ...networks },
  { name: 'devices-empty', ...devices },
  { name: 'traps-empty', ...traps },
  { name: 'messages-empty', ...messages },
  { name: 'approvals-empty', ...approvals },
  { name: 'audit-first', ...log },
]

export const looksAtSuspects: readonly VisualCase[] = [
  { name: 'suspects', ...suspects },
  { name: 'suspects-limits', ...suspects, address: '/app/admin/suspects?tab=thresholds' },
  { name: 'suspects-chosen', ...suspects, act: (page) => page.getByLabel(`Select ${ringleader}`).check() },
  { name: 'suspect', ...suspect, address, act: openSuspect },
  {
    name: 'suspect-table',
    ...suspect,
    address,
    act: after((page) => page.getByText('View as table').click()),
  },
  { name: 'suspect-ban', ...suspect, address, act: after(press('Lock')) },
  { name: 'suspect-measure', ...suspect, address, act: after(press('Restrict')) },
  { name: 'suspect-release', ...suspect, address, act: after(press('Release')) },
  {
    name: 'suspect-gone',
    ...suspect,
    address: '/app/admin/suspects/01890000-0000-7000-8000-0000000000ff',
    refusals: [404],
  },
  { name: 'appeals', ...appeals },
  { name: 'appeals-answer', ...appeals, act: press(/^Reply/) },
  { name: 'networks', ...networks },
  { name: 'networks-release', ...networks, act: press(/^Release/) },
  { name: 'devices', ...devices },
  { name: 'devices-one', ...devices, act: press(/^Details of/) },
  { name: 'traps', ...traps },
  { name: 'messages', ...messages },
  { name: 'messages-one', ...messages, act: press('A banner for a year') },
  { name: 'approvals', ...approvals },
  { name: 'approvals-back', ...approvals, act: press(/^Cancel request/) },
  { name: 'audit', ...log },
  { name: 'system', path: '/app/admin/system', as: 'owner', title: 'System' },
  { name: 'site-webhooks', path: '/app/admin/webhooks', as: 'owner', title: 'Webhooks' },
  { name: 'audit-none', ...log, address: '/app/admin/audit?actor=nobody' },
  { name: 'staff-menu', ...suspects, width: 360, act: press('More') },
]
