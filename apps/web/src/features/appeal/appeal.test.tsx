import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Appeal, OwnRestriction } from '@runnel/contract/suspect-schemas'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError } from '#api/send.ts'
import { clearSession, storeToken } from '#base/store.ts'
import { useToasts } from '#ui/overlay/toast.ts'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import type { Case } from './account-case.ts'
import { CaseCard, RestrictionNote } from './appeal.ts'
import { LockedPage } from './LockedPage.tsx'

const since = '2026-11-18T10:00:00.000Z'
const reason = 'Three accounts asked to be paid to one address.'
const lockedMe = () => me({ lockedAt: since, lockedUntil: null, lockReason: reason })

const ownCase = (changes: Partial<Case> = {}): Case => ({
  lock: { reason, since, until: null },
  measures: [],
  appeals: [],
  canAppeal: true,
  ...changes,
})

const appeal = (changes: Partial<Appeal> = {}): Appeal => ({
  _id: '01900000-0000-7000-8000-00000000000a',
  message: 'My sister and I share one wallet.',
  createdAt: since,
  answeredAt: null,
  verdict: null,
  answer: null,
  until: null,
  ...changes,
})

const half: OwnRestriction = {
  kind: 'reward',
  since,
  until: null,
  reason: 'Claims at the same second as another account.',
}

beforeEach(() => {
  clearSession()
  storeToken('token')
  window.history.replaceState(null, '', '/app/locked')
})

test('a locked account reads why and until when, and says what it has to say', async () => {
  let state = ownCase({ lock: { reason, since, until: new Date(Date.now() + 3_600_000).toISOString() } })
  const { sent } = showPage(<LockedPage />, {
    'GET /api/user/me': lockedMe,
    'GET /api/user/appeal': () => state,
    'POST /api/user/appeal': () => {
      state = ownCase({ appeals: [appeal()], canAppeal: false })
      return { appeal: appeal(), msg: 'Sent.' }
    },
  })
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByText(/\(in (1:00:00|59:\d\d)\)$/)).toBeTruthy()
  const field = await screen.findByLabelText('Why should we lift the restriction?')
  await userEvent.type(field, 'Too short')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText('Enter 20 to 2000 characters.')).toBeTruthy()
  expect(sent('POST /api/user/appeal')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, 'My sister and I share one wallet.')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText('Your appeal is in review')).toBeTruthy()
  expect(sent('POST /api/user/appeal')[0]?.body).toEqual({ message: 'My sister and I share one wallet.' })
  expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull()
})

test('an answered appeal shows the verdict and its words', async () => {
  const answered = appeal({ answeredAt: since, verdict: 'keep', answer: 'The devices are the same too.' })
  showPage(<LockedPage />, {
    'GET /api/user/me': lockedMe,
    'GET /api/user/appeal': () => ownCase({ appeals: [answered], canAppeal: true }),
  })
  expect(await screen.findByText('Denied: the restriction stays')).toBeTruthy()
  expect(screen.getByText('The devices are the same too.')).toBeTruthy()
  expect(await screen.findByLabelText('Appeal again')).toBeTruthy()
})

test('says why even where the case itself is not to be had', async () => {
  showPage(<LockedPage />, {
    'GET /api/user/me': lockedMe,
    'GET /api/user/appeal': () => new CallError(500, { code: 'INTERNAL', msg: 'Something broke.' }),
  })
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(await screen.findByText('Something broke.')).toBeTruthy()
})

test('what was known of the account before its lock is asked for anew', async () => {
  const { sent, unmount } = showPage(<RestrictionNote />, {
    'GET /api/user/me': lockedMe,
    'GET /api/user/appeal': () => ownCase(),
  })
  await waitFor(() => expect(sent('GET /api/user/appeal')).toHaveLength(1))
  unmount()
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <LockedPage />
      </QueryClientProvider>
    </I18nProvider>,
  )
  await waitFor(() => expect(sent('GET /api/user/appeal')).toHaveLength(2))
})

test('an account that is not locked goes on to the dashboard without a word', async () => {
  useToasts.setState({ toasts: [] })
  showPage(<LockedPage />, {
    'GET /api/user/me': () => me(),
    'GET /api/user/appeal': () => ownCase({ lock: null, canAppeal: false }),
  })
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
  expect(useToasts.getState().toasts).toEqual([])
})

/** A page of a locked account; `release` is what a person of the site does meanwhile. */
const waitLocked = async () => {
  const state = { released: false }
  const { sent } = showPage(<LockedPage />, {
    'GET /api/user/me': () => (state.released ? me() : lockedMe()),
    'GET /api/user/appeal': () => (state.released ? ownCase({ lock: null, canAppeal: false }) : ownCase()),
  })
  await screen.findByText(reason)
  return { sent, release: () => (state.released = true) }
}

test('who comes back to the page after a release is welcomed on the dashboard', async () => {
  useToasts.setState({ toasts: [] })
  const { sent, release } = await waitLocked()
  const asked = sent('GET /api/user/appeal').length
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(sent('GET /api/user/appeal')).toHaveLength(asked + 1))
  expect(window.location.pathname).toBe('/app/locked')
  release()
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
  const toasts = useToasts.getState().toasts.map(({ text }) => text)
  expect(toasts).toEqual(['Welcome back. Your account is unlocked.'])
})

test('who waits on the page is led on within half a minute of a release', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { release } = await waitLocked()
  release()
  await vi.advanceTimersByTimeAsync(31_000)
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
  vi.useRealTimers()
})

test('who is held back reads by what and why, only where it matters', async () => {
  const answers = { 'GET /api/user/appeal': () => ownCase({ lock: null, measures: [half] }) }
  const note = showPage(<RestrictionNote kinds={['reward']} />, answers)
  expect(await screen.findByText(half.reason)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Appeal' }).getAttribute('href')).toBe('/app/account#case')
  note.unmount()
  const { sent, container } = showPage(<RestrictionNote kinds={['review']} />, answers)
  await waitFor(() => expect(sent('GET /api/user/appeal')).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test('the account page has a case file for those alone who have a case', async () => {
  const none = showPage(<CaseCard />, { 'GET /api/user/appeal': () => ownCase({ lock: null, canAppeal: false }) })
  await waitFor(() => expect(none.sent('GET /api/user/appeal')).toHaveLength(1))
  expect(none.container.textContent).toBe('')
  none.unmount()
  showPage(<CaseCard />, { 'GET /api/user/appeal': () => ownCase({ lock: null, measures: [half] }) })
  expect(await screen.findByText('Part of earlier claims is withheld')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Send appeal' })).toBeTruthy()
})
