import type { User } from '@runnel/contract/account/user'
import { OptionalMail } from '@runnel/contract/account/user-kinds'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from '#api/send.ts'
import { clearSession, storeToken } from '#base/store.ts'
import { mailGroups } from '#features/user/email-preferences.ts'
import { PushCard } from '#features/user/PushCard.tsx'
import { useMe } from '#features/user/user.ts'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { MailsCard } from './MailsCard.tsx'

const saving = 'PATCH /api/user/profile'
const summing = 'PATCH /api/user/digest'

beforeEach(() => {
  clearSession()
  storeToken('token')
})

const Mails = () => {
  const known = useMe()
  return known && <MailsCard user={known.user} />
}

/** The answer to `GET /api/user/refresh`. */
const refreshed = (changes: Partial<User> = {}) => {
  const { user, ptcCount, linkCount, notification, cooldown } = me(changes)
  return { user, ptcCount, linkCount, notification, cooldown }
}

const open = (start: Partial<User> = {}) => {
  let changes = start
  let rate = 'never'
  return showPage(<Mails />, {
    'GET /api/user/me': () => me(changes),
    'GET /api/user/refresh': () => refreshed(changes),
    'GET /api/user/digest': () => ({ rate }),
    [summing]: ({ body }) => {
      ;({ rate } = { rate, ...Object(body) })
      return {}
    },
    [saving]: ({ body }) => {
      changes = { ...changes, ...Object(body) }
      return { user: me(changes).user, msg: 'Saved.' }
    },
  })
}

test('single kinds of mail are switched off, and several at once all count', async () => {
  const { sent } = open({ mailsOff: ['dispute-won'] })
  const paid = await screen.findByRole('switch', { name: 'Withdrawal paid', checked: true })
  expect(screen.getByRole('switch', { name: 'Dispute won', checked: false })).toBeDefined()
  const user = userEvent.setup()
  await user.click(paid)
  await user.click(screen.getByRole('switch', { name: 'Deposit received' }))
  await user.click(screen.getByRole('switch', { name: 'Dispute won' }))
  await waitFor(() => expect(sent(saving)).toHaveLength(3))
  expect(sent(saving).at(-1)?.body).toEqual({ mailsOff: ['withdrawal-paid', 'deposit-credited'] })
  expect(screen.getByRole('switch', { name: 'Withdrawal paid', checked: false })).toBeDefined()
})

test('without mails at all there is nothing to choose', async () => {
  const { sent } = open()
  await userEvent.setup().click(await screen.findByRole('switch', { name: /^Email me about account activity/ }))
  await waitFor(() => expect(sent(saving)[0]?.body).toEqual({ notifyByMail: false }))
  expect(screen.queryByRole('switch', { name: 'Withdrawal paid' })).toBeNull()
})

test('a wish that the server did not take turns back', async () => {
  showPage(<Mails />, {
    'GET /api/user/me': () => me(),
    'GET /api/user/refresh': () => refreshed(),
    'GET /api/user/digest': () => ({ rate: 'never' }),
    [saving]: () => new CallError(429, { code: 'TOO_MANY', msg: 'Slow down.' }),
  })
  const paid = await screen.findByRole('switch', { name: 'Withdrawal paid' })
  await userEvent.setup().click(paid)
  await waitFor(() => expect(paid).toHaveProperty('checked', true))
})

test('a summary is chosen beside single mails, also without any of those', async () => {
  const { sent } = open({ notifyByMail: false })
  const field = await screen.findByRole('combobox', { name: 'Email summary' })
  expect(field).toHaveProperty('value', 'never')
  await userEvent.setup().selectOptions(field, 'Weekly, on Mondays')
  await waitFor(() => expect(sent(summing).map(({ body }) => body)).toEqual([{ rate: 'weekly' }]))
  expect(field).toHaveProperty('value', 'weekly')
  expect(screen.queryByText(/Verify your email to receive it/)).toBeNull()
})

test('a summary has its own answer beside the settings of push notifications', async () => {
  const Both = () => (
    <>
      <Mails />
      <PushCard />
    </>
  )
  showPage(<Both />, {
    'GET /api/user/me': () => me(),
    'GET /api/user/refresh': () => refreshed(),
    'GET /api/user/digest': () => ({ rate: 'weekly' }),
    'GET /api/user/push': () => ({ publicKey: 'key', devices: [], kindsOff: [], quiet: null }),
  })
  expect(await screen.findByRole('combobox', { name: 'Email summary' })).toHaveProperty('value', 'weekly')
  expect(await screen.findByText(/This browser doesn’t support push notifications/)).toBeDefined()
})

test('who has not verified the address is told that a summary needs it', async () => {
  open({ emailVerified: false })
  expect(await screen.findByText(/Verify your email to receive it/)).toBeDefined()
})

test('a summary that the server refused turns back', async () => {
  showPage(<Mails />, {
    'GET /api/user/me': () => me(),
    'GET /api/user/refresh': () => refreshed(),
    'GET /api/user/digest': () => ({ rate: 'daily' }),
    [summing]: () => new CallError(429, { code: 'TOO_MANY', msg: 'Slow down.' }),
  })
  const field = await screen.findByRole('combobox', { name: 'Email summary' })
  await userEvent.setup().selectOptions(field, 'Never')
  await waitFor(() => expect(field).toHaveProperty('value', 'daily'))
})

test('every kind that can be switched off has a switch', () => {
  const shown = mailGroups(OptionalMail.options).flatMap(({ mails }) => mails.map(({ kind }) => kind))
  expect(shown.toSorted()).toEqual(OptionalMail.options.toSorted())
})
