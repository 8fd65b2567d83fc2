import type { Page } from 'playwright-core'
import { imported, wellKnown } from '#e2e/setup/people.ts'
import { type VisualCase, press } from '#e2e/visual-cases.ts'

const users = { path: '/app/admin/users', as: 'owner', title: 'Users' } as const
const user = { path: '/app/admin/users/{id}', as: 'owner', title: 'User', address: '/app/admin/users' } as const
const imports = { path: '/app/admin/import', as: 'owner', title: 'Import users' } as const

const address = `/app/admin/users?search=${wellKnown}`

const openUser = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: wellKnown, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: wellKnown }).waitFor()
}

const after = (act: (page: Page) => Promise<void>) => async (page: Page) => {
  await openUser(page)
  await act(page)
}

const tab = (name: string) => after((page) => page.getByRole('tab', { name }).click())

/** Of the former file one is here already by the address, and one is new. */
const another = imported.replace('amber_auk,auk@', 'azure_ibis,ibis@')

const lookAtFile = async (page: Page): Promise<void> => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(another) })
  await page.getByLabel('Source name').fill('second-site')
  await press('Preview import')(page)
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
}

/** Where nobody but the owner has an account. */
export const looksAtFewPeople: readonly VisualCase[] = [
  { name: 'users-few', ...users },
  { name: 'import-empty', ...imports },
]

export const looksAtPeople: readonly VisualCase[] = [
  { name: 'users', ...users },
  {
    name: 'users-filters',
    ...users,
    address: '/app/admin/users?minLevel=2&joinedFrom=2020-01-01',
    width: 360,
    act: press('More filters (2)'),
  },
  { name: 'users-none', ...users, address: '/app/admin/users?search=nobody_at_all&status=locked' },
  { name: 'users-view', ...users, address: '/app/admin/users?status=locked' },
  { name: 'users-view-save', ...users, address: '/app/admin/users?status=active', act: press('Save view') },
  {
    name: 'users-views',
    ...users,
    address: '/app/admin/users?status=locked',
    act: press('Manage saved views'),
  },
  {
    name: 'users-chosen',
    ...users,
    address,
    act: (page) => page.getByLabel(`Select ${wellKnown}`, { exact: true }).check(),
  },
  { name: 'user', ...user, address, act: openUser },
  { name: 'user-adjust', ...user, address, act: after(press('Adjust balance')) },
  { name: 'user-edit', ...user, address, act: after(press('Edit')) },
  { name: 'user-statement', ...user, address, act: tab('Statement') },
  {
    name: 'user-undo',
    ...user,
    address,
    act: async (page) => {
      await tab('Statement')(page)
      await press(/^Reverse/)(page)
    },
  },
  { name: 'user-places', ...user, address, act: tab('Devices') },
  { name: 'user-log', ...user, address, act: tab('Activity log') },
  { name: 'user-gone', ...user, address: '/app/admin/users/01890000-0000-7000-8000-0000000000ff', refusals: [404] },
  { name: 'import', ...imports },
  { name: 'import-looked', ...imports, act: lookAtFile },
]
