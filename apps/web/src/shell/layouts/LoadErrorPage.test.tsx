import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
