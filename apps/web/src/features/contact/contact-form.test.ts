import type { PowSolution } from '@runnel/contract/check/captcha'
import { contact } from '@runnel/contract/contact'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPublicPage } from '#web/public-entry.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { startContactForm } from './contact-form.ts'

const pow: PowSolution = { counter: 7, derivedKey: 'ab' }
const answers: { path: string; answer: () => Response }[] = []
const asked: { path: string; body: unknown }[] = []

const site = {
  name: 'Runnel',
  logo: '',
  hue: 200,
  currency: 'USD',
  contactEmail: '',
  maintenance: null,
  registrationOpen: true,
  minimumAge: 0,
  googleLogin: false,
  telegramLogin: false,
  banners: [],
  adblockWall: false,
}

beforeEach(async () => {
  answers.length = 0
  asked.length = 0
  const { html } = await renderPublicPage({ path: '/contact', site })
  document.body.innerHTML = /<body>(.*)<\/body>/s.exec(html)?.[1] ?? ''
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(init?.body ?? 'null')) })
    if (path.startsWith('/api/ct')) return Response.json({ id: `challenge ${asked.length}`, pow: {}, expiresIn: 150 })
    return answers.shift()?.answer() ?? Response.json({})
  })
})

afterEach(() => vi.unstubAllGlobals())

it('tells beside each field what is wrong, and goes to the first', async () => {
  start()
  await submit()
  expect(errors()).toEqual({
    email: 'Enter an email address, such as name@example.com.',
    subject: `Enter ${lengthsOf(contact.send.body, 'subject')} characters.`,
    message: `Enter ${lengthsOf(contact.send.body, 'message')} characters.`,
  })
  expect(document.activeElement?.id).toBe('contact-email')
  expect(field('email').getAttribute('aria-describedby')).toBe('contact-email-error contact-email-hint')
  expect(sendings()).toEqual([])

  type('email', 'anna@example.com')
  expect(errors()).not.toHaveProperty('email')
  expect(field('email').hasAttribute('aria-invalid')).toBe(false)
  expect(field('email').getAttribute('aria-describedby')).toBe('contact-email-hint')
})

it('sends the message with a solved check, and says where the answer will go', async () => {
  start()
  fill()
  await submit()
  expect(sendings()).toEqual([
    {
      email: 'anna@example.com',
      subject: 'A payout',
      message: 'Where is it, please?',
      website: '',
      captcha: { id: 'challenge 1', pow },
    },
  ])
  expect(part('[data-sent]').hidden).toBe(false)
  expect(part('[data-sent]').textContent).toContain('anna@example.com')
  expect(part('form').hidden).toBe(true)
})

it('shows a refusal, keeps the text and solves a new check for the next try', async () => {
  start()
  fill()
  const failure = { code: 'INVALID', msg: 'Some fields need another look.', errors: { subject: 'Too vague.' } }
  answers.push({ path: '/api/contact', answer: () => Response.json(failure, { status: 422 }) })
  await submit()
  expect(part('[data-failed]').hidden).toBe(false)
  expect(part('[data-failed]').textContent).toContain('Some fields need another look.')
  expect(errors()).toEqual({ subject: 'Too vague.' })
  expect(field('message').value).toBe('Where is it, please?')

  await submit()
  expect(sendings()[1]).toMatchObject({ captcha: { id: 'challenge 3' } })
  expect(part('form').hidden).toBe(true)
})

it('says so when the network is away, and when a proxy answers in words of its own', async () => {
  start()
  fill()
  answers.push({
    path: '/api/contact',
    answer: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await submit()
  expect(part('[data-failed]').textContent).toContain('Couldn’t reach the site.')

  answers.push({ path: '/api/contact', answer: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  await submit()
  expect(part('[data-failed]').textContent).toContain('Something went wrong. Please try again later.')
})

it('sends once, however often the button is pressed', async () => {
  start()
  fill()
  part('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await submit()
  expect(sendings()).toHaveLength(1)
})

it('tells when the browser cannot do the sum', async () => {
  start(async () => {
    throw new Error('no WebAssembly')
  })
  fill()
  await submit()
  expect(part('[data-failed]').textContent).toContain('couldn’t complete the verification')
  expect(sendings()).toEqual([])
})

const start = (solve = async () => pow): void => {
  startContactForm(document.querySelector('form')!, solve)
}

const fill = (): void => {
  type('email', 'anna@example.com')
  type('subject', 'A payout')
  type('message', 'Where is it, please?')
}

const type = (name: string, value: string): void => {
  field(name).value = value
  field(name).dispatchEvent(new Event('input', { bubbles: true }))
}

const submit = async (): Promise<void> => {
  part('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(part('[type=submit]').getAttribute('aria-disabled')).not.toBe('true'), {
    timeout: 20_000,
  })
}

const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`[name=${name}]`)!

const part = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!

const errors = (): Record<string, string> => {
  const shown = [...document.querySelectorAll<HTMLElement>('.field-error')]
  return Object.fromEntries(shown.map(({ id, textContent }) => [id.split('-')[1], textContent]))
}

const sendings = (): unknown[] => asked.filter(({ path }) => path === '/api/contact').map(({ body }) => body)
