import { adminApproval } from '@runnel/contract/admin/approval'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import type { Approval } from './approvals.ts'
import { ApprovalsPage } from './ApprovalsPage.tsx'

const list = 'GET /api/admin/approval'
const accepting = 'POST /api/admin/approval/{id}/accept'
const denying = 'POST /api/admin/approval/{id}/deny'
let server: FakeServer

const theirs: Approval = {
  _id: idOf(1),
  kind: 'user.adjust',
  state: 'pending',
  sentence: 'Give bob 500,000 units.',
  amount: 500_000,
  user: { _id: idOf(2), username: 'bob' },
  ref: null,
  reason: 'A prize of the spring contest.',
  proposedBy: 'olga',
  proposedAt: at,
  expiresAt: at,
  decidedBy: null,
  decidedAt: null,
  outcome: null,
  mine: false,
}
const own: Approval = { ...theirs, _id: idOf(3), user: { _id: idOf(4), username: 'carol' }, mine: true }
const denied: Approval = {
  ...theirs,
  _id: idOf(5),
  kind: 'withdrawal.approve',
  state: 'denied',
  decidedBy: 'max',
  decidedAt: at,
  outcome: 'Ask her first.',
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/approval')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [theirs, own, denied], totalItems: 3 }),
    [accepting]: () => ({ approval: theirs }),
    [denying]: () => ({ approval: denied }),
  })
})

const look = async () => {
  show(
    <>
      <ApprovalsPage />
      <ConfirmHost />
    </>,
  )
  await screen.findAllByText('Give bob 500,000 units.')
  return userEvent.setup()
}

const dialog = () => within(screen.getByRole('dialog'))

test('what another admin proposed is carried out after a question; an own proposal cannot be', async () => {
  const user = await look()
  expect(screen.queryByRole('button', { name: 'Approve (carol)' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Approve (bob)' }))
  expect(dialog().getByText('Give bob 500,000 units.')).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(server.sentTo(accepting)[0]?.path).toBe(`/api/admin/approval/${theirs._id}/accept`))
})

test('who denies says why, and who proposed takes back', async () => {
  const user = await look()
  await user.click(screen.getByRole('button', { name: 'Reject (bob)' }))
  await user.click(dialog().getByRole('button', { name: 'Reject' }))
  expect(
    dialog().getByText(`Enter a reason of ${lengthsOf(adminApproval.denyApproval.body, 'reason')} characters.`),
  ).toBeDefined()
  await user.type(dialog().getByLabelText('Reason'), 'There was no contest.')
  await user.click(dialog().getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(server.sentTo(denying)[0]?.body).toEqual({ reason: 'There was no contest.' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Cancel request (carol)' }))
  expect(dialog().getByText('Cancel this request')).toBeDefined()
})

test.each([
  ['setting.save', 'Settings change', 'Set four_eyes to false.'],
  ['method.edit', 'Withdrawal method change', 'Set the rate of Dogecoin to 8000 units per DOGE instead of 10000.'],
  ['coupon.add', 'New coupons', 'Create the coupon SPRING: “Spring”, 10000 USD for each of 1 uses.'],
  ['challenge.edit', 'Challenge change', 'Change a challenge to a challenge (faucet 1, daily) that pays 20 USD.'],
  ['link.add', 'New shortlink provider', 'Add the shortlink provider exe.io: 20 USD a visit.'],
  ['wall.edit', 'Offerwall change', 'Change secret of the offerwall CPX.'],
  ['outflow.resume', 'Resume after a stop', 'Let this run again: Coupons.'],
  ['suspect.release', 'Account release', 'Release bob and pay 20 USD in withheld rewards.'],
] as const)('an act of the kind %s is about nobody and has no amount', async (kind, words, sentence) => {
  server.answers[list] = () => ({ items: [{ ...theirs, kind, sentence, user: null, amount: null }], totalItems: 1 })
  show(<ApprovalsPage />)
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByRole('button', { name: `Approve (${sentence})` })).toBeDefined()
})

test('giving back what may have arrived is told as such', async () => {
  const sentence = 'Refund a withdrawal of 0.1 USD to bob, because it was never sent.'
  server.answers[list] = () => ({ items: [{ ...theirs, kind: 'withdrawal.refund', sentence }], totalItems: 1 })
  show(<ApprovalsPage />)
  expect(await screen.findByText('Withdrawal refund')).toBeDefined()
  expect(screen.getByText(sentence)).toBeDefined()
})

test('nothing was proposed, or the list did not come', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<ApprovalsPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No approval requests')
})
