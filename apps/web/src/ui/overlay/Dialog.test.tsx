import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from '#web/test/user.ts'
import { confirm } from './confirm.ts'
import { ConfirmHost } from './ConfirmHost.tsx'
import { Dialog } from './Dialog.tsx'

const question = { title: 'Delete it?', confirmLabel: 'Delete', danger: true }

const Opener = ({ firm = false }: { firm?: boolean }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>open</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit e-mail" firm={firm}>
        <input aria-label="New e-mail" />
      </Dialog>
    </>
  )
}

test('opens as a modal dialog named by its title and closes by the cross', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByText('open'))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Edit e-mail' })
  expect(dialog.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(dialog.open).toBe(false)
  expect(screen.queryByLabelText('New e-mail')).toBeNull()
})

test('Escape goes through the owner, so that open never lies', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  await user.click(screen.getByText('open'))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(dialog.open).toBe(false))
})

test('a tap beside it closes, unless it is firm', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<Opener />)
  await user.click(screen.getByText('open'))
  const soft = screen.getByRole<HTMLDialogElement>('dialog')
  await user.click(soft)
  expect(soft.open).toBe(false)
  unmount()
  render(<Opener firm />)
  await user.click(screen.getByText('open'))
  const firm = screen.getByRole<HTMLDialogElement>('dialog')
  await user.click(firm)
  expect(firm.open).toBe(true)
})

test('the second tap of a double tap presses nothing below the dialog that the first one closed', async () => {
  const user = userEvent.setup()
  const pressed = vi.fn()
  render(
    <>
      <Opener />
      <button onClick={pressed}>below</button>
    </>,
  )
  await user.click(screen.getByText('open'))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByText('below'), { detail: 2 })
  expect(pressed).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('below'), { detail: 1 })
  expect(pressed).toHaveBeenCalledOnce()
  const late = createEvent.click(screen.getByText('below'), { detail: 2 })
  Object.defineProperty(late, 'timeStamp', { value: performance.now() + 601 })
  fireEvent(screen.getByText('below'), late)
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('a press that began inside and ends beside it does not close, as where text is selected', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  await user.click(screen.getByText('open'))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  const field = screen.getByLabelText('New e-mail')
  await user.pointer([{ keys: '[MouseLeft>]', target: field }, { target: dialog }, { keys: '[/MouseLeft]' }])
  expect(dialog.open).toBe(true)
  await user.click(dialog)
  expect(dialog.open).toBe(false)
})

const Reply = ({ onLeave }: { onLeave: () => void }) => {
  const [open, setOpen] = useState(true)
  const leave = () => {
    setOpen(false)
    onLeave()
  }
  return (
    <Dialog open={open} onClose={leave} title="Reply">
      <input aria-label="Subject" />
      <textarea aria-label="Message" />
    </Dialog>
  )
}

test('Escape and a tap beside it discard no text: they move the focus to the cross, which closes', async () => {
  const [user, leave] = [userEvent.setup(), vi.fn()]
  render(<Reply onLeave={leave} />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Reply' })
  const escape = () => fireEvent(dialog, new Event('cancel', { cancelable: true }))
  const ways: (() => unknown)[] = [escape, () => user.click(dialog), () => dialog.close()]
  for (const slip of ways) {
    await user.type(screen.getByLabelText('Message'), 'A long reply')
    await slip()
    const cross = screen.getByRole('button', { name: 'Close' })
    await waitFor(() => expect(document.activeElement).toBe(cross))
    expect(dialog.open).toBe(true)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toContain('A long reply')
  }
  expect(leave).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(dialog.open).toBe(false))
  expect(leave).toHaveBeenCalledOnce()
})

test('it closes where only short fields were filled in, or the text was deleted again', async () => {
  const [user, leave] = [userEvent.setup(), vi.fn()]
  render(<Reply onLeave={leave} />)
  await user.type(screen.getByLabelText('Subject'), 'Hello')
  await user.type(screen.getByLabelText('Message'), 'No')
  await user.clear(screen.getByLabelText('Message'))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(leave).toHaveBeenCalledOnce()
})

test('a text of a form that is no longer shown does not keep it open', async () => {
  const [user, leave] = [userEvent.setup(), vi.fn()]
  const Turning = () => {
    const [page, turn] = useState(1)
    return (
      <Dialog open onClose={leave} title="Reply" actions={<button onClick={() => turn(2)}>Next</button>}>
        <textarea key={page} aria-label="Message" />
      </Dialog>
    )
  }
  render(<Turning />)
  await user.type(screen.getByLabelText('Message'), 'A long reply')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(leave).toHaveBeenCalledOnce()
})

test('one that is taken away while it is open gives the focus back to what opened it', async () => {
  const user = userEvent.setup()
  const Shown = () => {
    const [isShown, show] = useState(false)
    return (
      <>
        <button onClick={() => show(true)}>open</button>
        {isShown && (
          <Dialog open onClose={() => show(false)} title="Leave">
            <input aria-label="Name" />
          </Dialog>
        )}
      </>
    )
  }
  render(<Shown />)
  await user.click(screen.getByText('open'))
  await user.type(screen.getByLabelText('Name'), 'river')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(screen.getByText('open'))
})

test('confirm resolves with the button that was pressed', async () => {
  const user = userEvent.setup()
  render(<ConfirmHost />)
  const yes = confirm(question)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await yes).toBe(true)
  const no = confirm(question)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await no).toBe(false)
})

test('a second question answers the first with no', async () => {
  render(<ConfirmHost />)
  const first = confirm(question)
  const second = confirm({ ...question, title: 'Really?' })
  expect(await first).toBe(false)
  expect(await screen.findByRole('dialog', { name: 'Really?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await second).toBe(false)
})
