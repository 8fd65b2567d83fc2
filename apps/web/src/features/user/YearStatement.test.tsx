import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { YearStatement } from './YearStatement.tsx'

const saveFile = vi.hoisted(() => vi.fn(async (_asked: unknown) => undefined))
vi.mock('#api/download.ts', () => ({ saveFile }))

test('offers each year of the account, the newest first, and asks for the one that is chosen', async () => {
  const now = new Date().getUTCFullYear()
  showPage(<YearStatement since={`${now - 2}-12-31T23:59:59.000Z`} />, {})
  const user = userEvent.setup()
  const field = await screen.findByLabelText('Year')
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual([now, now - 1, now - 2].map(String))
  await user.selectOptions(field, String(now - 1))
  await user.click(screen.getByRole('button', { name: 'Export yearly statement' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1))
  expect(saveFile.mock.calls[0]?.[0]).toMatchObject({
    query: { year: String(now - 1) },
    filename: `statement-${now - 1}.csv`,
    route: { path: '/api/user/year-statement.csv' },
  })
})
