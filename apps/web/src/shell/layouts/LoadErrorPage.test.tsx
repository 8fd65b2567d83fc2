import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallError } from '#api/send.ts'
import { showPage } from '#web/test/show-page.tsx'
import { LoadErrorPage } from './LoadErrorPage.tsx'

test('the text of an exception is never shown, and there is a way out', () => {
  showPage(<LoadErrorPage error={new TypeError("Cannot read properties of undefined (reading 'timer')")} />, {})
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong. Reload the page')
  expect(screen.getByRole('alert').textContent).not.toContain('undefined')
  expect(screen.getByRole('link', { name: 'Go to home page' }).getAttribute('href')).toBe('/')
})

test('what the server said is shown in its own words', () => {
  showPage(<LoadErrorPage error={new CallError(404, { code: 'NO_AD', msg: 'Ad not found.' })} />, {})
  expect(screen.getByRole('alert').textContent).toContain('Ad not found.')
})

test('a page that was not there without a network comes with the network', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const missing = new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/a-1.js')
  showPage(<LoadErrorPage error={missing} />, {})
  expect(screen.getByRole('alert').textContent).toContain('This page isn’t available offline')
  network.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(reload).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
