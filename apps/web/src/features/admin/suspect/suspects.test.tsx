import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { row } from './example.ts'
import { SuspectsPage } from './SuspectsPage.tsx'

const list = 'GET /api/admin/suspect'
const thresholds = 'GET /api/admin/suspect/threshold'
const deleting = 'POST /api/admin/suspect/delete'
const measuring = 'POST /api/admin/suspect/measure'
const other = { ...row, _id: idOf(1), username: 'carol', state: 'locked', lockedByMachine: true } as const
let server: FakeServer

const answer = {
  accounts: 120,
  at,
  levels: [
    { points: 20, accounts: 40, locked: 2 },
    { points: 80, accounts: 3, locked: 1 },
  ],
  rules: [{ family: 'payout', reason: 'address-shared', accounts: 12, below40: 4, below60: 6, below80: 2 }],
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/suspects')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [row, other], totalItems: 2 }),
    [thresholds]: () => answer,
    [deleting]: () => ({ done: 2, skipped: 0 }),
    [measuring]: () => ({ done: 2, skipped: 0 }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <SuspectsPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('link', { name: 'bob' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('each account has its reasons in words, what is in force, and the way to it', async () => {
  await open()
  expect(screen.getAllByText(/Withdrawal address shared by 5 accounts/)).toHaveLength(2)
  expect(screen.getAllByText('+1 more signal')).toHaveLength(2)
  expect(screen.getAllByText('6 linked accounts')).toHaveLength(2)
  expect(screen.getByText('automatic: review needed')).toBeDefined()
  expect(screen.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe(`/app/admin/suspects/${row._id}`)
})

test('the filter stands in the address and is what the server is asked for', async () => {
  const { user } = await open()
  expect(server.sentTo(list)[0]?.path).toBe('/api/admin/suspect?minScore=20&sort=score&page=1&limit=20')
  await user.selectOptions(screen.getByLabelText('Signal type'), 'Withdrawal address')
  expect(window.location.search).toBe('?family=payout')
  await user.selectOptions(screen.getByLabelText('Min. score'), '60')
  expect(window.location.search).toContain('minScore=60')
})

test('many accounts are held back or cleared of marks together', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select bob' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select carol' }))
  const bar = within(screen.getByRole('region', { name: 'Selected accounts' }))
  await user.click(bar.getByRole('button', { name: 'Restrict' }))
  await user.type(dialog().getByLabelText('Reason'), 'Please wait for a look.')
  await user.click(dialog().getByRole('radio', { name: /^Manual payout review/ }))
  await user.click(dialog().getByRole('button', { name: 'Apply restriction' }))
  await waitFor(() => expect(server.sentTo(measuring)).toHaveLength(1))
  expect(server.sentTo(measuring)[0]?.body).toMatchObject({ users: [row._id, other._id], kind: 'review' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Select carol' }))
  await user.click(bar.getByRole('button', { name: 'Delete signals' }))
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo(deleting)[0]?.body).toEqual({ ids: [other._id] }))
})

test('the limits say whom they would reach, and each rule what it adds', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: 'Thresholds and rules' }))
  expect(window.location.search).toBe('?tab=thresholds')
  useRoute.setState({ shown: shownAt({ tab: 'thresholds' }) })
  expect(await screen.findByText(/^120 accounts scored/)).toBeDefined()
  const rules = within(screen.getByRole('table', { name: 'Impact of each rule' }))
  expect(rules.getByText('address-shared')).toBeDefined()
  expect(rules.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Withdrawal addressaddress-shared',
    '12',
    '4',
    '6',
    '2',
  ])
})

test('a list that does not come says why; one without rows says what that means', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<SuspectsPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No suspects')
})

const shownAt = (query: Record<string, string>) => {
  const path = '/app/admin/suspects'
  return { path, pathname: path, params: {}, query, Layout: () => null, PageView: () => null } as const
}
