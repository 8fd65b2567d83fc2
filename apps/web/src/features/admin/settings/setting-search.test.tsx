import { defaults } from '@runnel/contract/settings/settings'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { settings } from '#features/admin/shared/example.ts'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { SettingsPage } from './SettingsPage.tsx'
import { settingsTable, tabOf, type SettingsTab } from './table/table.ts'

beforeEach(() => {
  fakeServer({
    'GET /api/admin/setting': () => settings,
    'GET /api/admin/setting/audit': () => ({ items: [], totalItems: 0 }),
    'GET /api/admin/withdraw-method': () => ({ methods: [], needsSecond: false }),
    'GET /api/admin/wallet': () => ({ wallets: [], differences: [], dryRun: false, stopped: null }),
    'POST /api/admin/content/preview': () => ({ title: 'Privacy', html: '<p>Ours</p>', markdown: '# Privacy' }),
  })
})

/** As the router does it, because the address decides which part is shown. */
const goTo = (tab: SettingsTab) => {
  const path = '/app/admin/settings'
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path, pathname: path, params: {}, query: { tab }, ...views } })
}

const open = async (tab: SettingsTab) => {
  goTo(tab)
  const shown = show(<SettingsPage />)
  await screen.findByRole('tab', { selected: true })
  return shown
}

test('a setting is found by a word of its name, and stands ready to be changed', async () => {
  await open('site')
  const user = userEvent.setup()
  const search = await screen.findByRole('combobox', { name: 'Search settings' })
  await user.type(search, 'retention')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Network and device retention (days) · Captcha',
  ])
  await user.click(screen.getByRole('option'))
  expect(window.location.search).toBe('?tab=captcha')
  act(() => goTo('captcha'))
  await waitFor(() => expect(document.activeElement?.id).toBe('setting-risk_retention_days'))
})

/** What shows only when something else is chosen there. */
const leadsToItsPart = ['captcha_secret', 'captcha_site_key', 'content_faq', 'content_terms_of_service']

test('every setting stands in the part where the search leads', async () => {
  const lost: string[] = []
  for (const tab of settingsTable.map(({ key }) => key)) {
    const shown = await open(tab)
    for (const name of Object.keys(defaults)) {
      if (tabOf(name) === tab && shown.baseElement.querySelector(`#setting-${name}`) === null) lost.push(name)
    }
    shown.unmount()
  }
  expect(lost.toSorted()).toEqual(leadsToItsPart)
})
