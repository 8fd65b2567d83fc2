import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { byHand, inReview, paid, unknown, wallets } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { useToasts } from '#ui/overlay/toast.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { WithdrawalsPage } from './WithdrawalsPage.tsx'

const list = 'GET /api/admin/withdrawal'
const approving = 'POST /api/admin/withdrawal/approve'
const rejecting = 'POST /api/admin/withdrawal/reject'
const marking = 'POST /api/admin/withdrawal/{id}/paid'
const refunding = 'POST /api/admin/withdrawal/{id}/refund'
const looking = 'POST /api/admin/withdrawal/{id}/look-up'
let server: FakeServer
let cases: unknown[] = []

beforeEach(() => {
  cases = []
  window.history.replaceState(null, '', '/app/admin/withdrawals')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [inReview, byHand, unknown, paid], totalItems: 44 }),
    [approving]: () => ({ done: 1, skipped: 0, proposed: 0, msg: '1 approved.' }),
    [rejecting]: () => ({ done: 2, skipped: 0, msg: '2 rejected and refunded.' }),
    [marking]: () => ({ msg: 'Marked as paid.' }),
    'GET /api/admin/wallet': () => wallets,
    'GET /api/admin/withdrawal/cases': () => ({ cases }),
    [looking]: () => ({ status: 'unknown', msg: 'Not seen yet.' }),
    [refunding]: () => ({ approval: null, msg: 'Refunded to the user.' }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <WithdrawalsPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'Details of bob' })
  return { user: userEvent.setup(), ...shown }
}

/** The dialog that asks; of several the last one is on top. */
const dialog = () => {
  const open = screen.getAllByRole('dialog').at(-1)
  if (!open) throw new Error('no dialog is open')
  return within(open)
}

test('what has no flags is chosen with one press, and neither the tied nor those with a doubt', async () => {
  const user = { ...inReview.user, score: 3 }
  const fine = { ...inReview, _id: '01890000-0000-7000-8000-000000000011', user, risk: [], sharedAddress: 0 }
  const others = [
    { ...fine, _id: '01890000-0000-7000-8000-000000000012', user: { ...user, score: 20 } },
    { ...fine, _id: '01890000-0000-7000-8000-000000000013', sharedAddress: 1 },
    { ...fine, _id: '01890000-0000-7000-8000-000000000014', user: { ...user, debt: 5 } },
  ]
  const tied = { ...fine, _id: '01890000-0000-7000-8000-000000000015' }
  server.answers[list] = () => ({ items: [inReview, fine, tied, ...others], totalItems: 6 })
  cases = [{ accounts: 2, amount: 1, revenue: 1, ties: ['One address.'], withdrawals: [tied] }]
  show(
    <>
      <WithdrawalsPage />
      <ConfirmHost />
    </>,
  )
  const clicks = userEvent.setup()
  await clicks.click(await screen.findByRole('button', { name: 'Select 1 without flags' }))
  await clicks.click(screen.getByRole('button', { name: 'Approve 1' }))
  await clicks.click(await screen.findByRole('button', { name: 'Approve and pay' }))
  await waitFor(() => expect(server.sentTo(approving)[0]?.body).toEqual({ ids: [fine._id] }))
})

test('those in review among the chosen are approved together, after a question', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select all 2 on this page that can be decided' }))
  const bar = within(screen.getByRole('region', { name: 'Selected withdrawals' }))
  expect(bar.getByText('2 selected: 40,000 units')).toBeDefined()
  await user.click(bar.getByRole('button', { name: 'Approve 1' }))
  expect(server.sentTo(approving)).toHaveLength(0)
  await user.click(dialog().getByRole('button', { name: 'Approve and pay' }))
  await waitFor(() => expect(server.sentTo(approving)).toHaveLength(1))
  expect(server.sentTo(approving)[0]?.body).toEqual({ ids: [inReview._id] })
  await waitFor(() => expect(bar.queryByText(/selected/)).toBeNull())
  await waitFor(() => expect(server.sentTo(list).length).toBeGreaterThan(1))
})

test('withdrawals of linked accounts are one case with one decision', async () => {
  const tie = '2 of 2 withdraw to the same address.'
  const other = { ...inReview, _id: unknown._id, user: { ...inReview.user, username: 'bobs_second' } }
  const withdrawals = [inReview, other]
  cases = [{ accounts: 2, amount: 40_000, revenue: 1_200, ties: [tie], withdrawals }]
  const { user } = await open()
  expect(await screen.findByText('2 linked accounts')).toBeDefined()
  expect(screen.getByText('Requested: 40,000 units. Site revenue from their activity: 1,200 units.')).toBeDefined()
  expect(screen.getByText(tie)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Reject all' }))
  await user.type(dialog().getByRole('textbox'), 'One person, several accounts.')
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  await waitFor(() => expect(server.sentTo(rejecting)).toHaveLength(1))
  expect(server.sentTo(rejecting)[0]?.body).toMatchObject({ ids: withdrawals.map(({ _id }) => _id) })
})

test('of somebody in debt the sum is shown, and the withdrawal can only be rejected', async () => {
  const owing = { ...inReview, user: { ...inReview.user, debt: 350_000 } }
  server.answers[list] = () => ({ items: [owing], totalItems: 1 })
  const { user } = await open()
  expect(await screen.findByText(/^Owes .* Reject to repay the debt\.$/, { selector: 'b' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve (bob)' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reject (bob)' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Details of bob' }))
  expect(dialog().getByText(/^Owes/, { selector: 'b' })).toBeDefined()
})

test('the reviewer sees where the money came from, and who else of the network withdrew that day', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Details of bob' }))
  const earned = within(
    dialog().getByRole('heading', { name: 'Earned in the last 30 days' }).parentElement ?? document.body,
  )
  expect(earned.getByText('9,000 units')).toBeDefined()
  const network = dialog().getByRole('heading', { name: 'Same network' }).parentElement
  expect(network?.textContent).toContain(
    '8 accounts of this network requested a withdrawal that day. 7 of their addresses were never used before.',
  )
})

test('the question about approving can be declined', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Approve (bob)' }))
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(server.sentTo(approving)).toHaveLength(0)
})

test('all chosen are rejected with one reason, which must be given', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select withdrawal of bob' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select withdrawal of carol' }))
  await user.click(within(screen.getByRole('region', { name: 'Selected withdrawals' })).getByText('Reject'))
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  expect(dialog().getByText(/^Enter a reason/)).toBeDefined()
  expect(server.sentTo(rejecting)).toHaveLength(0)
  await user.type(dialog().getByLabelText('Reason'), 'Two accounts, one wallet.')
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  await waitFor(() => expect(server.sentTo(rejecting)).toHaveLength(1))
  const body = { ids: [inReview._id, byHand._id], reason: 'Two accounts, one wallet.' }
  expect(server.sentTo(rejecting)[0]?.body).toEqual(body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('one paid by hand is recorded with its transaction; a refusal stands beside the field', async () => {
  let refused = false
  server.answers[marking] = () => {
    if (refused) return { msg: 'Marked as paid.' }
    refused = true
    return refuse(422, { code: 'INVALID', msg: 'No.', errors: { txId: 'This transaction is recorded already.' } })
  }
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Mark as paid (carol)' }))
  expect(dialog().getByText(byHand.address)).toBeDefined()
  await user.type(dialog().getByLabelText('Transaction ID'), 'abc')
  await user.click(dialog().getByRole('button', { name: 'Mark as paid' }))
  await dialog().findByText('This transaction is recorded already.')
  await user.type(dialog().getByLabelText('Transaction ID'), 'def')
  await user.click(dialog().getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(server.sentTo(marking)).toHaveLength(2))
  expect(server.sentTo(marking)[1]).toMatchObject({
    path: `/api/admin/withdrawal/${byHand._id}/paid`,
    body: { txId: 'abcdef' },
  })
})

test('one of a processor is marked as paid only where the server allows it, with a warning, debt or not', async () => {
  const user = { ...inReview.user, username: 'fay', debt: 5 }
  const sent = { ...byHand, _id: '01890000-0000-7000-8000-0000000000f1', processor: 'sandbox', user } as const
  const waits = { ...sent, _id: '01890000-0000-7000-8000-0000000000f2', user: { ...user, username: 'gus' } }
  server.answers[list] = () => ({ items: [inReview, sent, { ...waits, canMarkPaid: false }], totalItems: 3 })
  const { user: person } = await open()
  expect(screen.queryByRole('button', { name: 'Mark as paid (gus)' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Mark as paid (fay)' }))
  expect(dialog().getByText(/paid after the backup/)).toBeDefined()
  await person.type(dialog().getByLabelText('Transaction ID'), 'abc')
  await person.click(dialog().getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(server.sentTo(marking)[0]).toMatchObject({ body: { txId: 'abc' } }))
})

test('an unknown one is decided as arrived or given back, and a paid one not at all', async () => {
  const { user } = await open()
  expect(screen.getByRole('button', { name: 'Mark as paid (dave)' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Refund (dave)' }))
  await user.click(dialog().getByRole('button', { name: 'The payment wasn’t sent. Please request it again.' }))
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(server.sentTo(refunding)).toHaveLength(1))
  expect(server.sentTo(refunding)[0]).toMatchObject({
    path: `/api/admin/withdrawal/${unknown._id}/refund`,
    body: { reason: 'The payment wasn’t sent. Please request it again.' },
  })
  expect(screen.queryByRole('button', { name: /\(erin\)/ })).toBeNull()
})

test('an unknown one is looked up again, and tells every try and what the network said of it', async () => {
  const { user } = await open()
  expect(screen.getByText('The provider did not answer in time.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Check status (dave)' }))
  await waitFor(() => expect(server.sentTo(looking)[0]?.path).toBe(`/api/admin/withdrawal/${unknown._id}/look-up`))
  await user.click(screen.getByRole('button', { name: 'Details of dave' }))
  expect(dialog().getByText('Unknown')).toBeDefined()
  expect(dialog().getByText('ab'.repeat(32))).toBeDefined()
  expect(dialog().getByText('Not seen.')).toBeDefined()
})

test('a large one waits for another admin, and the message leads there', async () => {
  server.answers[approving] = () => ({ done: 0, skipped: 0, proposed: 1, msg: '0 approved. 1 wait for another admin.' })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Approve (bob)' }))
  await user.click(dialog().getByRole('button', { name: 'Approve and pay' }))
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe('1 is waiting for a second admin.'))
  useToasts.getState().toasts.at(-1)?.action?.run()
  expect(window.location.pathname).toBe('/app/admin/approval')
})

test('a large one of which nobody knows waits for another admin before it is given back', async () => {
  server.answers[refunding] = () => ({ approval: unknown._id, msg: 'A second admin must approve this first.' })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Refund (dave)' }))
  await user.type(dialog().getByLabelText('Reason'), 'It never left.')
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe('1 is waiting for a second admin.'))
  useToasts.getState().toasts.at(-1)?.action?.run()
  expect(window.location.pathname).toBe('/app/admin/approval')
})

test('who approves reads first that nothing is sent, and why', async () => {
  const stopped = { wallets: [], differences: [], dryRun: true, stopped: 'Stopped by hand.' }
  server.answers['GET /api/admin/wallet'] = () => stopped
  await open()
  expect(await screen.findByText('Stopped by hand.')).toBeDefined()
  expect(screen.getByText('Dry run: payouts aren’t sent')).toBeDefined()
})

test('the details tell why, and lead to the neighbours in the list', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Details of bob' }))
  expect(dialog().getByText('Withdrawal address shared by 2 accounts.')).toBeDefined()
  expect(dialog().getByText('Address shared with 1 other account')).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Next' }))
  expect(dialog().getByRole('heading', { name: 'Withdrawal of carol' })).toBeDefined()
})

test('filters and page stand in the address and are asked of the server', async () => {
  const query = { status: 'review', username: 'bo', page: '2', currency: 'nonsense' }
  const { pathname } = window.location
  useRoute.setState({
    shown: { path: '/app/admin/withdrawals', pathname, params: {}, query, Layout: () => null, PageView: () => null },
  })
  const { user } = await open()
  expect(server.sentTo(list)[0]?.path).toBe('/api/admin/withdrawal?status=review&username=bo&page=2&limit=20')
  const name = screen.getByLabelText('Username') as HTMLInputElement
  expect(name.value).toBe('bo')
  await user.clear(name)
  await user.type(name, 'carol{Enter}')
  expect(window.location.search).toBe('?status=review&username=carol')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(window.location.search).toBe('?status=review&username=bo&page=3')
})
