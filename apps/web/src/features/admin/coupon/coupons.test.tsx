import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { localText, momentOf } from '#features/admin/shared/local-time.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { coupon } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { CouponPage } from './CouponPage.tsx'
import { couponList, stateOf } from './coupons.ts'

const batchId = '01900000-0000-7000-8000-0000000000ff'
let server: FakeServer

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/coupon': () => ({ items: [coupon(1), coupon(2, { uses: 0, batchId })], totalItems: 2 }),
    'POST /api/admin/coupon': () => ({ made: 1, batchId }),
    'POST /api/admin/coupon/remove': () => ({}),
    'PATCH /api/admin/coupon/{id}': () => ({ coupon: coupon(1) }),
    'GET /api/admin/coupon/{id}/use': () => ({
      items: [{ userId: batchId, username: 'bob', reward: 500, at: '2026-05-02T10:00:00.000Z' }],
      totalItems: 1,
    }),
  })
})
afterEach(() => {
  useRoute.setState({ shown: null })
})

const open = async () => {
  const view = show(
    <>
      <CouponPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'Edit SPRING-1' })
  return { ...view, user: userEvent.setup() }
}

test('the list is asked for again when an edit has no answer', async () => {
  const { user } = await open()
  server.answers['PATCH /api/admin/coupon/{id}'] = () => {
    server.answers['GET /api/admin/coupon'] = () => ({ items: [coupon(1, { code: 'SUMMER' })], totalItems: 1 })
    throw new NoAnswerError('network', 'Failed')
  }
  await user.click(screen.getByRole('button', { name: 'Edit SPRING-1' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('switch', { name: /enabled/i }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo('PATCH /api/admin/coupon/{id}')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Edit SUMMER', hidden: true })).toBeTruthy()
})

test('many codes are made with what the form says, and are shown together', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Create coupons' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Batch of random codes' }))
  await user.type(dialog.getByRole('textbox', { name: /^Prefix/ }), 'VIP')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Spring')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo('POST /api/admin/coupon')).toHaveLength(1))
  const [request] = server.sentTo('POST /api/admin/coupon')
  const whole = { reward: 500, usesMax: 100, minLevel: 1, from: null, until: null, verifiedOnly: false, enabled: true }
  expect(request?.body).toEqual({ ...whole, name: 'Spring', count: 100, prefix: 'VIP' })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(window.location.search).toBe(`?batchId=${batchId}`))
})

test('a single code must look like one', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Create coupons' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), 'a b')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Spring')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Enter 3 to 40 letters, digits or dashes.')
  expect(server.sentTo('POST /api/admin/coupon')).toHaveLength(0)
})

test('an edited code keeps its code, and a refusal stands at its field', async () => {
  server.answers['PATCH /api/admin/coupon/{id}'] = () =>
    refuse(422, { code: 'USES', msg: 'No.', errors: { usesMax: 'Used 3 times already.' } })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Edit SPRING-1' }))
  const dialog = within(screen.getByRole('dialog'))
  const most = dialog.getByRole('textbox', { name: 'Max. redemptions per code' })
  await user.clear(most)
  await user.type(most, '1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Used 3 times already.')
  expect(server.sentTo('PATCH /api/admin/coupon/{id}')[0]?.body).toMatchObject({ usesMax: 1 })
  expect(server.sentTo('PATCH /api/admin/coupon/{id}')[0]?.body).not.toHaveProperty('code')
})

test('chosen codes are removed once that was confirmed', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select SPRING-1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(server.sentTo('POST /api/admin/coupon/remove')).toHaveLength(0)
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo('POST /api/admin/coupon/remove')).toHaveLength(1))
  const ids = [coupon(1)._id, coupon(2)._id]
  expect(server.sentTo('POST /api/admin/coupon/remove')[0]?.body).toEqual({ ids })
})

test('who redeemed a code stands in a list', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'View redemptions SPRING-1' }))
  await screen.findByText('bob')
})

test('words of the address are only those that are known', () => {
  expect(couponList.read({ search: 'x'.repeat(80), state: 'gone', batchId: 'nonsense' })).toEqual({
    search: 'x'.repeat(60),
    state: undefined,
    batchId: undefined,
  })
})

test('the state of a code is what hinders most', () => {
  const now = Date.parse('2026-05-05T10:00:00Z')
  expect(stateOf(coupon(1), now)).toBe('open')
  expect(stateOf(coupon(1, { uses: 100 }), now)).toBe('used-up')
  expect(stateOf(coupon(1, { uses: 100, until: '2026-05-01T00:00:00.000Z' }), now)).toBe('over')
  expect(stateOf(coupon(1, { enabled: false }), now)).toBe('off')
})

test('a moment comes back from its field as it was', () => {
  expect(momentOf(localText('2026-05-01T10:30:00.000Z'))).toBe('2026-05-01T10:30:00.000Z')
  expect(momentOf('')).toBeNull()
  expect(momentOf('tomorrow')).toBe('tomorrow')
})
