import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { OwnDataCard } from './OwnDataCard.tsx'

test('whoever leaves the deletion of the account is back at the button that opened it', async () => {
  const user = userEvent.setup()
  showPage(<OwnDataCard user={me().user} />, {})
  const button = await screen.findByRole('button', { name: 'Delete my account' })
  for (const leave of [
    () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
    () => user.click(screen.getByRole('button', { name: 'Close' })),
  ]) {
    await user.click(button)
    const dialog = await screen.findByRole('dialog')
    dialog.querySelector('button')?.focus()
    expect(document.activeElement).not.toBe(button)
    await leave()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  }
})
