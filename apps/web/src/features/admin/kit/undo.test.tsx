import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { EnabledSwitch } from './columns.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import { offerUndo } from './undo.ts'

beforeEach(() => {
  fakeServer({})
  useToasts.setState({ toasts: [] })
})

const undoButton = () => screen.findByRole('button', { name: 'Undo' })

test('what was done is taken back once, however often that is pressed', async () => {
  const run = vi.fn(async () => ({}))
  show(<ToastRegion />)
  offerUndo({ msg: 'Locked.' }, run)
  const button = await undoButton()
  expect(screen.getByText('Locked.')).toBeDefined()
  useToasts.getState().toasts[0]?.action?.run()
  await userEvent.click(button)
  expect(run).toHaveBeenCalledTimes(1)
})

test('an answer without words, where there are no others, offers nothing', () => {
  offerUndo({}, vi.fn<() => Promise<unknown>>())
  offerUndo({ msg: '' }, vi.fn<() => Promise<unknown>>())
  expect(useToasts.getState().toasts).toEqual([])
})

test('a row that was turned off is turned on again', async () => {
  const edit = vi.fn(async (_call: object) => ({}))
  const settled = vi.fn<() => void>()
  show(
    <>
      <EnabledSwitch row={{ _id: 'g1', enabled: true }} name="Spring" edit={edit} onSettled={settled} />
      <ToastRegion />
    </>,
  )
  await userEvent.click(screen.getByRole('switch'))
  await screen.findByText('Spring is disabled.')
  await userEvent.click(await undoButton())
  await waitFor(() => expect(edit).toHaveBeenCalledTimes(2))
  expect(edit.mock.calls.map(([call]) => call)).toEqual([
    { params: { id: 'g1' }, body: { enabled: false } },
    { params: { id: 'g1' }, body: { enabled: true } },
  ])
  await waitFor(() => expect(settled).toHaveBeenCalledTimes(2))
})

test('rows that were moved stand as before', async () => {
  const rows = ['a', 'b'].map((name) => ({ _id: name, name }))
  const order = vi.fn(async (_rows: readonly object[]) => ({}))
  show(
    <>
      <MoveButtons rows={rows} row={{ _id: 'b', name: 'b' }} busy={false} onOrder={order} onUndo={order} />
      <ToastRegion />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Move b up' }))
  await userEvent.click(await undoButton())
  await waitFor(() => expect(order).toHaveBeenCalledTimes(2))
  expect(order.mock.calls.map(([given]) => given)).toEqual([rows.toReversed(), rows])
})
