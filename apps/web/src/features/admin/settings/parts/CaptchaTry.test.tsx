import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { CaptchaTry } from './CaptchaTry.tsx'

afterEach(() => vi.unstubAllGlobals())

type Options = Record<'sitekey', string> & Record<'callback', (token: string) => void>

/** The provider's script as if it had been loaded; returns what it was asked to draw. */
const provider = (): Options[] => {
  const drawn: Options[] = []
  vi.stubGlobal('turnstile', { render: (_place: HTMLElement, options: Options) => drawn.push(options), reset: vi.fn() })
  return drawn
}

test('a site key is tried where visitors will meet it, and nothing is asked of the provider before', async () => {
  const drawn = provider()
  showPage(<CaptchaTry provider="turnstile" siteKey="the-key" />, {})
  expect(drawn).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Test site key' }))
  expect(await screen.findByText(/^Solve the captcha as a visitor/)).toBeDefined()
  await vi.waitFor(() => expect(drawn.map(({ sitekey }) => sitekey)).toEqual(['the-key']))
  drawn[0]?.callback('solved')
  expect(await screen.findByText(/visitors can solve this captcha/)).toBeDefined()
})

test('without a key there is nothing to try', () => {
  showPage(<CaptchaTry provider="turnstile" siteKey="" />, {})
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test site key' }).disabled).toBe(true)
})

test('a page whose policy does not name the provider asks to be loaded anew', async () => {
  showPage(<CaptchaTry provider="hcaptcha" siteKey="the-key" />, {})
  await userEvent.click(screen.getByRole('button', { name: 'Test site key' }))
  await vi.waitFor(() => expect(document.head.querySelector('script[src*="hcaptcha"]')).not.toBeNull())
  const blockedURI = 'https://js.hcaptcha.com/1/api.js?render=explicit'
  document.head.querySelector('script[src*="hcaptcha"]')?.dispatchEvent(new Event('error'))
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI }))
  expect(await screen.findByText(/Reload the page/)).toBeDefined()
  expect(document.head.querySelector('script[src*="hcaptcha"]')).toBeNull()
})
