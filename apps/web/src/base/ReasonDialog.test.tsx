import { render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CallError } from '#api/send.ts'
import { userEvent } from '#web/test/user.ts'
import { ReasonDialog, type Outcome } from './ReasonDialog.tsx'

const rule = z.string().check(z.trim(), z.minLength(3), z.maxLength(300))

const Rejecting = ({ onSend }: { onSend: (reason: string, outcome: Outcome) => void }) => {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(true)}>open</button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Reject it"
        submitLabel="Reject"
        rule={rule}
        suggestions={['The page doesn’t load.']}
        onSend={onSend}
      >
        <p>It is refunded.</p>
      </ReasonDialog>
    </>
  )
}

const reason = () => screen.getByLabelText<HTMLInputElement>('Reason')
const wrong = 'Enter a reason of 3 to 300 characters. The user will see it.'

test('has the focus on the reason and never sends blanks', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(<Rejecting onSend={send} />)
  expect(reason().hasAttribute('autofocus')).toBe(true)
  await user.type(reason(), '     {Enter}')
  expect(await screen.findByText(wrong)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(reason()))
  expect(send).not.toHaveBeenCalled()
  await user.type(reason(), 'Too fast.  ')
  expect(screen.queryByText(wrong)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  expect(send).toHaveBeenCalledWith('Too fast.', expect.anything())
})

test('a reason that is often given is written into the field by a press', async () => {
  const user = userEvent.setup()
  const send = vi.fn((_reason: string, { onSuccess }: Outcome) => onSuccess())
  render(<Rejecting onSend={send} />)
  await user.click(screen.getByRole('button', { name: 'The page doesn’t load.' }))
  expect(reason().value).toBe('The page doesn’t load.')
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  expect(send).toHaveBeenCalledWith('The page doesn’t load.', expect.anything())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what the server said of the reason stands at the field, and the next time it is empty again', async () => {
  const user = userEvent.setup()
  const failure = { code: 'INVALID', msg: 'No.', errors: { reason: 'Say it in one language.' } }
  const refusal = new CallError(422, failure)
  render(<Rejecting onSend={(_reason, { onError }) => onError(refusal)} />)
  await user.type(reason(), 'Too fast, trop vite{Enter}')
  expect(await screen.findByText('Say it in one language.')).toBeTruthy()
  expect(reason().getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByText('open'))
  expect(reason().value).toBe('')
  expect(screen.queryByText('Say it in one language.')).toBeNull()
})
