import { render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from '#web/test/user.ts'
import { FormDialog } from './FormDialog.tsx'

const Rename = (props: Partial<ComponentProps<typeof FormDialog>>) => (
  <FormDialog open title="Rename" submitLabel="Save" onClose={() => {}} onSubmit={() => {}} {...props}>
    <input aria-label="Name" />
  </FormDialog>
)

test('the button below the fields and Enter in a field send them, and Cancel does not', async () => {
  const user = userEvent.setup()
  const [send, close] = [vi.fn(), vi.fn()]
  render(<Rename onSubmit={send} onClose={close} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(screen.getByLabelText('Name'), 'river{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledTimes(1)
  expect(send).toHaveBeenCalledTimes(2)
})

test('while it is being sent neither the button nor Enter sends it again', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(<Rename busy onSubmit={send} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(screen.getByLabelText('Name'), 'river{Enter}')
  expect(send).not.toHaveBeenCalled()
})

test('marks the first field for the focus only where it is asked to', () => {
  const { unmount } = render(<Rename />)
  expect(screen.getByLabelText('Name').hasAttribute('autofocus')).toBe(false)
  unmount()
  render(<Rename focusFirst />)
  expect(screen.getByLabelText('Name').hasAttribute('autofocus')).toBe(true)
})

test('without a label to send by there is only the button that leaves', () => {
  render(<Rename submitLabel={null} cancelLabel="Done" />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Done'])
})
