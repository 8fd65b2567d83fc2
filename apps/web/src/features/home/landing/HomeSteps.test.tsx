import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#web/test/fake-server.tsx'
import { HomeSteps } from './HomeSteps.tsx'

test('shows what the usual captcha asks for', async () => {
  show(<HomeSteps faucet={null} />)
  const step = (await screen.findByRole('heading', { name: 'Solve a captcha' })).closest('li')
  expect(step?.textContent).toContain('Select all matching images.')
})
