import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WaitingSettings } from '#features/admin/settings/SettingsPage.tsx'
import { settings } from '#features/admin/shared/example.ts'
import { show } from '#web/test/fake-server.tsx'
import { settingName } from './table/table.ts'

test('what waits for a second admin is named, with the way to it', async () => {
  const { rerender } = show(<WaitingSettings answer={settings} />)
  expect(screen.queryByRole('link')).toBeNull()
  rerender(<WaitingSettings answer={{ ...settings, waiting: ['faucet_reward', 'outflow_dry_run', 'of_old'] }} />)
  expect(screen.getByText('Changes waiting for a second admin')).toBeDefined()
  const names = `${settingName('faucet_reward')}, ${settingName('outflow_dry_run')}`
  expect(screen.getByText(names)).toBeDefined()
  expect(screen.getByRole('link', { name: 'View approvals' }).getAttribute('href')).toContain('state=pending')
})
