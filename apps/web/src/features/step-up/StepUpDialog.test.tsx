import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallError } from '#api/send.ts'
import { signInMethods } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

const provedUntil = '2099-01-01T00:00:00.000Z'

const ask = (
  asks: { password: boolean; code: boolean },
  stepUp: () => unknown = () => ({ provedUntil }),
  { start, ...ways }: Parameters<typeof signInMethods>[0] & { start?: () => unknown } = {},
) => {
  const onAnswer = vi.fn<(proved: boolean) => void>()
  const page = showPage(<StepUpDialog onAnswer={onAnswer} />, {
    'GET /api/user/two-step': () => signInMethods({ enabled: asks.code, hasPassword: asks.password, asks, ...ways }),
    'POST /api/user/step-up': stepUp,
    'POST /api/auth/{provider}/start': start ?? (() => new Promise(() => undefined)),
  })
  return { ...page, onAnswer }
}

test('takes password and code of an account that asks for both', async () => {
  const { sent, onAnswer } = ask({ password: true, code: true })
  await userEvent.type(await screen.findByLabelText('Password'), 'marble kettle')
  await userEvent.type(screen.getByLabelText('Authentication code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true))
  expect(sent('POST /api/user/step-up')[0]?.body).toEqual({ password: 'marble kettle', code: '123456' })
})

test('stays open while the proof is wrong, says so beside the field, and lets go on cancel', async () => {
  const wrong = { code: 'WRONG_PASSWORD', msg: 'Wrong.', errors: { password: 'The password is wrong.' } }
  const { onAnswer } = ask({ password: true, code: false }, () => new CallError(422, wrong))
  await userEvent.type(await screen.findByLabelText('Password'), 'no')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('The password is wrong.')).toBeTruthy()
  expect(screen.queryByLabelText('Authentication code')).toBeNull()
  expect(onAnswer).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onAnswer).toHaveBeenCalledWith(false)
})

test('asks Google where only Google knows the person, and comes back to this page', async () => {
  window.history.replaceState(null, '', '/app/account?tab=2')
  const { sent } = ask({ password: false, code: false }, undefined, { provesBy: 'google' })
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm with Google' }))
  await waitFor(() =>
    expect(sent('POST /api/auth/{provider}/start')[0]?.body).toEqual({
      purpose: 'prove',
      redirect: '/app/account?tab=2',
      ref: undefined,
    }),
  )
})

test('can be asked again by whoever comes back from the provider by the browser’s button', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const url = 'https://accounts.google.com/o/oauth2/v2/auth'
  const { sent } = ask({ password: false, code: false }, undefined, { provesBy: 'google', start: () => ({ url }) })
  const button = await screen.findByRole('button', { name: 'Confirm with Google' })
  await userEvent.click(button)
  await waitFor(() => expect(leave).toHaveBeenCalledWith(url))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  const shown = (persisted: boolean) =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
  // The first look at a page is no way back.
  shown(false)
  expect(button.getAttribute('aria-busy')).toBe('true')
  shown(true)
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  await userEvent.click(button)
  await waitFor(() => expect(sent('POST /api/auth/{provider}/start')).toHaveLength(2))
})

test('asks Telegram where only Telegram knows the person', async () => {
  const telegram = { name: '@ada', linkedAt: provedUntil }
  const { sent } = ask({ password: false, code: false }, undefined, { telegram, provesBy: 'telegram' })
  expect(await screen.findByText(/^You sign in with Telegram, so confirm with Telegram\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm with Telegram' }))
  await waitFor(() =>
    expect(sent('POST /api/auth/{provider}/start')[0]).toMatchObject({
      path: '/api/auth/telegram/start',
      body: { purpose: 'prove' },
    }),
  )
})

test('names no provider where none can prove the person', async () => {
  ask({ password: false, code: false }, undefined, { google: { email: 'ada@example.com', linkedAt: provedUntil } })
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Confirm with/ })).toBeNull()
})

test('offers the codes that were kept for a lost phone', async () => {
  ask({ password: false, code: true })
  await userEvent.click(await screen.findByRole('button', { name: /^Use a recovery code/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
})
