import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { bob, claim, detail, payout } from './example.ts'
import { UserPage } from './UserPage.tsx'

const one = 'GET /api/admin/user/{id}'
const statement = 'GET /api/admin/user/{id}/statement'
const adjusting = 'POST /api/admin/user/{id}/adjust'
const editing = 'PATCH /api/admin/user/{id}'
const reversing = 'POST /api/admin/user/{id}/reverse'
const cooling = 'POST /api/admin/user/{id}/cooldown'
const trusting = 'POST /api/admin/user/{id}/trust'
const ending = 'DELETE /api/admin/user/{id}/session/{sessionId}'
const endingAll = 'POST /api/admin/user/{id}/end-sessions'
const mailing = 'POST /api/admin/user/{id}/password-reset'
const dropping = 'POST /api/admin/user/{id}/drop-two-step'
const balances = { balance: 12_500, depositBalance: 4_000 }
let server: FakeServer

beforeEach(() => {
  placeAt({})
  server = fakeServer({
    [one]: () => detail,
    [statement]: () => ({ items: [claim, payout], totalItems: 2 }),
    [adjusting]: () => ({ approval: null, ...balances, debt: 0 }),
    [editing]: () => ({ user: bob }),
    [reversing]: () => ({ approval: null, ...balances }),
    [cooling]: () => ({ user: bob }),
    [trusting]: () => ({ user: bob }),
    [ending]: () => ({}),
    [endingAll]: () => ({ ended: 1 }),
    [mailing]: () => ({}),
    [dropping]: () => ({}),
  })
})

const placeAt = (query: Record<string, string>) => {
  const pathname = `/app/admin/users/${bob._id}`
  window.history.replaceState(null, '', pathname)
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path: '/app/admin/users/{id}', pathname, params: { id: bob._id }, query, ...views } })
}

const open = async (query: Record<string, string> = {}) => {
  placeAt(query)
  const shown = show(
    <>
      <UserPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('heading', { level: 1, name: 'bob' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('what is known of an account leads on to where more is known', async () => {
  await open()
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('dave')).toBe(`/app/admin/users/${idOf(4)}`)
  expect(href('3 accounts')).toBe('/app/admin/users?referrer=bob')
  expect(href('2 requested')).toBe('/app/admin/withdrawals?username=bob')
  expect(href('View cluster and restrictions')).toBe(`/app/admin/suspects/${bob._id}`)
  expect(screen.getByText('Withdrawal address shared by 2 accounts.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /log in|sign in as/i })).toBeNull()
})

test('a balance is taken from with a reason and a key of its own', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Adjust balance' }))
  await user.click(dialog().getByRole('button', { name: 'Adjust balance' }))
  expect(dialog().getByText('Enter an amount greater than 0.')).toBeDefined()
  expect(server.sentTo(adjusting)).toHaveLength(0)
  expect(dialog().queryByRole('checkbox')).toBeNull()
  await user.click(dialog().getByRole('radio', { name: 'Deduct' }))
  await user.type(dialog().getByLabelText('Amount in USD'), '0.5')
  await user.type(dialog().getByLabelText('Reason'), 'Paid twice by mistake.')
  await user.click(dialog().getByRole('checkbox', { name: /shortfall as debt/ }))
  await user.click(dialog().getByRole('button', { name: 'Adjust balance' }))
  await waitFor(() => expect(server.sentTo(adjusting)).toHaveLength(1))
  const [sent] = server.sentTo(adjusting)
  expect(sent?.body).toEqual({ account: 'main', amount: -50_000, reason: 'Paid twice by mistake.', asDebt: true })
  expect(sent?.headers['idempotency-key']).toMatch(/^\w{32}$/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a sum that two admins must agree to says so, with the way to what waits', async () => {
  server.answers[adjusting] = () => ({ approval: idOf(9), ...balances, debt: 0 })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Adjust balance' }))
  await user.type(dialog().getByRole('textbox', { name: 'Amount in units' }), '900000')
  await user.type(dialog().getByLabelText('Reason'), 'First prize.')
  await user.click(dialog().getByRole('button', { name: 'Adjust balance' }))
  expect(await dialog().findByText('Waiting for a second admin')).toBeDefined()
  const link = dialog().getByRole('link', { name: 'View approvals' })
  expect(link.getAttribute('href')).toBe('/app/admin/approval?state=pending')
})

test('only what differs of the profile is sent, and what the server says stands beside the field', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.clear(dialog().getByLabelText('Username'))
  await user.type(dialog().getByLabelText('Username'), 'bobby')
  await user.click(dialog().getByRole('checkbox', { name: 'Hide name in public lists' }))
  server.answers[editing] = () =>
    refuse(422, { code: 'VALIDATION', msg: 'No.', errors: { username: 'This name is taken.' } })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await dialog().findByText('This name is taken.')).toBeDefined()
  expect(server.sentTo(editing)[0]?.body).toEqual({ data: { username: 'bobby', hideName: true } })
})

test('a note is written down for other admins', async () => {
  const { user } = await open()
  const note = screen.getByLabelText('Internal note')
  expect(screen.getByRole('button', { name: 'Save note' }).hasAttribute('disabled')).toBe(true)
  await user.type(note, ' Kind.')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(server.sentTo(editing)[0]?.body).toEqual({ data: { note: 'Wrote twice. Kind.' } }))
})

test('somebody waits for a while, and the wait is ended', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Set cooldown' }))
  await user.selectOptions(dialog().getByLabelText('Duration'), '1 day')
  await user.type(dialog().getByLabelText('Reason'), 'Please read the rules.')
  server.answers[one] = () => ({
    ...detail,
    user: { ...detail.user, cooldown: { until: at, reason: 'Please read the rules.' } },
  })
  await user.click(dialog().getByRole('button', { name: 'Set cooldown' }))
  await waitFor(() =>
    expect(server.sentTo(cooling)[0]?.body).toEqual({ minutes: 1_440, reason: 'Please read the rules.' }),
  )
  await user.click(await screen.findByRole('button', { name: 'End cooldown' }))
  await user.type(dialog().getByLabelText('Reason'), 'They did.')
  await user.click(dialog().getByRole('button', { name: 'End cooldown' }))
  await waitFor(() => expect(server.sentTo(cooling)[1]?.body).toEqual({ minutes: 0, reason: 'They did.' }))
})

test('a level is granted and taken back with a reason', async () => {
  const { user } = await open()
  expect(screen.getByText('Known')).toBeDefined()
  expect(screen.getByText('7 of 10')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Grant level' }))
  await user.type(dialog().getByLabelText('Reason'), 'Met in person.')
  await user.click(dialog().getByRole('button', { name: 'Grant level' }))
  await waitFor(() => expect(server.sentTo(trusting)[0]?.body).toEqual({ grants: 2, reason: 'Met in person.' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke grant' }))
  await user.type(dialog().getByLabelText('Reason'), 'It was another.')
  await user.click(dialog().getByRole('button', { name: 'Revoke grant' }))
  await waitFor(() => expect(server.sentTo(trusting)[1]?.body).toEqual({ grants: 0, reason: 'It was another.' }))
})

test('a movement that can be undone is undone with a reason', async () => {
  const { user } = await open({ tab: 'statement' })
  expect(await screen.findAllByRole('button', { name: /^Reverse/ })).toHaveLength(1)
  server.answers[reversing] = () => ({ approval: idOf(9), ...balances })
  await user.click(screen.getByRole('button', { name: 'Reverse (Faucet claim, 250 units)' }))
  expect(dialog().getByText('Faucet claim: 250 units will be deducted from the balance.')).toBeDefined()
  await user.type(dialog().getByLabelText('Reason'), 'A program claimed it.')
  await user.click(dialog().getByRole('button', { name: 'Reverse' }))
  await waitFor(() =>
    expect(server.sentTo(reversing)[0]?.body).toEqual({ transferId: claim._id, reason: 'A program claimed it.' }),
  )
  expect(await screen.findByText('Waiting for a second admin')).toBeDefined()
})

test('sessions end, one or all, and places lead to who else was there', async () => {
  const { user } = await open({ tab: 'places' })
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Chrome on Windows')).toBe(`/app/admin/device-analyze?id=${idOf(21)}&minAccounts=1`)
  expect(href('198.51.100.0/24')).toBe('/app/admin/ip-user?net=198.51.100.0%2F24&minAccounts=1')
  expect(screen.getByText('2 other accounts')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sign out (Firefox on Linux)' }))
  await waitFor(() => expect(server.sentTo(ending)[0]?.path).toContain(`/session/${idOf(11)}`))
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  await user.click(dialog().getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(server.sentTo(endingAll)).toHaveLength(1))
})

test('who cannot sign in is helped by mail, or loses the second step with a reason', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Send password reset' }))
  await user.click(dialog().getByRole('button', { name: 'Send email' }))
  await waitFor(() => expect(server.sentTo(mailing)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Disable two-factor authentication' }))
  await user.type(dialog().getByLabelText('Reason'), 'Lost the phone, known by voice.')
  await user.click(dialog().getByRole('button', { name: 'Disable' }))
  await waitFor(() => expect(server.sentTo(dropping)[0]?.body).toEqual({ reason: 'Lost the phone, known by voice.' }))
})

test('an account that is not there says so', async () => {
  server.answers[one] = () => refuse(404, { code: 'NOT_FOUND', msg: 'User not found.' })
  show(<UserPage />)
  expect(await screen.findByText('User not found.')).toBeDefined()
})
