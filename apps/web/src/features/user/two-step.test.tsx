import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me, signInMethods } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { ProfileCard } from './ProfileCard.tsx'
import { TwoStepCard } from './TwoStepCard.tsx'

const setUp = { name: 'Set up two-factor authentication' }

test('the second step is offered once the address is verified, and says so before', async () => {
  const { unmount } = showPage(<TwoStepCard ways={signInMethods({ needsVerified: true })} />, {})
  expect(await screen.findByText(/^Verify your email address/)).toBeDefined()
  expect(screen.queryByRole('button', setUp)).toBeNull()
  unmount()
  showPage(<TwoStepCard ways={signInMethods()} />, {})
  expect(await screen.findByRole('button', setUp)).toBeDefined()
})

test('who cancels the setup is back at the button that began it', async () => {
  const user = userEvent.setup()
  const start = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Runnel:alice?secret=ABCDEFGH' }
  showPage(<TwoStepCard ways={signInMethods()} />, { 'POST /api/user/two-step/start': () => start })
  const button = await screen.findByRole('button', setUp)
  expect(document.activeElement).not.toBe(button)
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(await screen.findByRole('button', setUp))
})

test('an address is not moved while the second step is on', async () => {
  showPage(<ProfileCard user={me().user} />, { 'GET /api/user/two-step': () => signInMethods({ enabled: true }) })
  expect(await screen.findByText(/^Turn off two-factor authentication before/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change email address' })).toBeNull()
})
