import type { OfferClick } from '@runnel/contract/earn/offer'
import { offerwall } from '@runnel/contract/earn/offerwall'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeToken } from '#base/store.ts'
import { lengthsOf } from '#web/test/lengths.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { Clicks } from './Clicks.tsx'

const at = '2026-01-01T00:00:00.000Z'
const reporting = 'POST /api/offerwall/click/{id}/report'
const click: OfferClick = {
  _id: idOf(1),
  wall: '⟦Otter⟧',
  offer: '⟦Harbour Town⟧',
  promised: 2_500,
  at,
  credited: 0,
  report: null,
}
const declined: OfferClick = {
  ...click,
  _id: idOf(2),
  offer: null,
  promised: null,
  report: { state: 'declined', words: '⟦words⟧', answer: '⟦Not finished.⟧', createdAt: at },
}

const openList = (items: OfferClick[] = [click, declined]) =>
  showPage(<Clicks />, {
    'GET /api/offerwall/click': () => ({ items, totalItems: items.length }),
    [reporting]: () => ({ msg: '⟦Sent⟧' }),
    'GET /api/user/me': () => me(),
  })

beforeEach(() => storeToken('token'))

test('each click shows what was promised, what came, and the answer to its report', async () => {
  openList()
  await screen.findByText('⟦Harbour Town⟧')
  const [, first, second] = screen.getAllByRole('row')
  expect(within(first!).getByText('2,500 units')).toBeTruthy()
  expect(within(first!).getByRole('button', { name: 'Reward missing' })).toBeTruthy()
  expect(within(second!).getByText('Declined')).toBeTruthy()
  expect(within(second!).getByText('⟦Not finished.⟧')).toBeTruthy()
  expect(within(second!).queryByRole('button')).toBeNull()
})

test('a missing reward is reported with words and evidence, and not with too few words', async () => {
  const { sent } = openList()
  fireEvent.click(await screen.findByRole('button', { name: 'Reward missing' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Description'), { target: { value: 'short' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText(`Enter ${lengthsOf(offerwall.report.body, 'words')} characters.`)
  expect(sent(reporting)).toHaveLength(0)
  fireEvent.change(dialog.getByLabelText('Description'), { target: { value: 'I reached level 20 on Monday.' } })
  fireEvent.change(dialog.getByLabelText(/^Evidence/), { target: { value: 'Order 4711' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(sent(reporting)).toHaveLength(1))
  expect(sent(reporting)[0]).toMatchObject({
    path: `/api/offerwall/click/${click._id}/report`,
    body: { words: 'I reached level 20 on Monday.', evidence: 'Order 4711' },
  })
})

test('without clicks there is nothing', async () => {
  const { container, sent } = openList([])
  await waitFor(() => expect(sent('GET /api/offerwall/click')).toHaveLength(1))
  await waitFor(() => expect(container.textContent).toBe(''))
})
