import { contract } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useRoute } from '#base/route.ts'
import { admin } from '#features/admin/admin.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { coupon } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { AdminList } from './AdminList.tsx'
import { useSelection } from './selection.ts'
import { listAt, listQuery, oneOf, oneOfOr, onPage, readPage, words } from './url-state.ts'

const listed = 'GET /api/admin/coupon'
const row = (number: number) => coupon(number, { code: `CODE-${number}` })
let server: FakeServer

const things = listAt(
  (query) => `/app/admin/coupon?${new URLSearchParams(given(query)).toString()}`,
  {
    search: words(20),
    state: oneOf(['open', 'off']),
    view: oneOfOr(['new', 'all'], 'new'),
  },
  'coupons',
)

const given = (query: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])))

const ThingsPage = () => {
  const view = things.useView()
  const { search, state } = view.filter
  const selection = useSelection()
  const [opened, setOpened] = useState('')
  const answer = useQuery({
    ...admin.query('coupons', { query: { search, state, ...onPage(view.page) } }),
    ...listQuery,
  })
  return (
    <>
      <AdminList
        caption="Things"
        list={things}
        view={view}
        fields={{
          search: { kind: 'words', label: 'Words' },
          state: { kind: 'choice', label: 'State', options: [{ value: 'open', label: 'Open ones' }] },
          view: {
            kind: 'segments',
            label: 'View',
            options: [
              { value: 'new', label: 'New' },
              { value: 'all', label: 'All' },
            ],
          },
        }}
        answer={answer}
        columns={[{ key: 'code', header: 'Code', role: 'head', cell: ({ code }) => code }]}
        rowKey={({ _id }) => _id}
        onOpen={({ code }) => setOpened(code)}
        csv={contract.admin.couponsCsv}
        nothing={{ title: 'No things', text: 'Make one.' }}
        bulk={{
          selection,
          label: 'Chosen things',
          pick: ({ code }) => `Select ${code}`,
          actions: (chosen) => <button type="button">{`Remove ${chosen.length}`}</button>,
        }}
      />
      <output>{opened}</output>
    </>
  )
}

/** The router's part: what the address says is what the page reads. */
const followAddress = () => {
  const query = Object.fromEntries(new URLSearchParams(window.location.search))
  useRoute.setState({
    shown: {
      path: '/app/admin/coupon',
      pathname: '/app/admin/coupon',
      params: {},
      query,
      Layout: () => null,
      PageView: () => null,
    },
  })
}

const open = async (address = '/app/admin/coupon') => {
  window.history.replaceState(null, '', address)
  followAddress()
  const shown = show(<ThingsPage />)
  await waitFor(() => expect(server.sentTo(listed).length).toBeGreaterThan(0))
  return { user: userEvent.setup(), ...shown }
}

beforeEach(() => {
  localStorage.clear()
  server = fakeServer({ [listed]: () => ({ items: [row(1), row(2), row(3)], totalItems: 3 }) })
})

test('words are sent when the typing rests, and many letters are one step back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = await open()
  const steps = window.history.length
  await user.type(screen.getByLabelText('Words'), 'he')
  expect(window.location.search).toBe('')
  await vi.advanceTimersByTimeAsync(500)
  expect(window.location.search).toBe('?search=he')
  followAddress()
  await user.type(screen.getByLabelText('Words'), 'llo')
  await vi.advanceTimersByTimeAsync(500)
  expect(window.location.search).toBe('?search=hello')
  expect(window.history.length).toBe(steps + 1)
  vi.useRealTimers()
})

test('what is typed survives the answer to what was typed before', async () => {
  const { user } = await open()
  const field = screen.getByLabelText('Words')
  await user.type(field, 'he{Enter}')
  followAddress()
  await user.type(field, 'l')
  expect(field).toHaveProperty('value', 'hel')
})

test('leaving the page in the middle of typing leads nowhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, unmount } = await open()
  await user.type(screen.getByLabelText('Words'), 'he')
  unmount()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(window.location.search).toBe('')
  vi.useRealTimers()
})

test('what narrows the list stands there as chips, each of which takes its part away', async () => {
  const { user } = await open('/app/admin/coupon?search=abc&state=open&view=new&page=2')
  expect(server.sentTo(listed)[0]?.path).toContain('search=abc&state=open&page=2')
  await user.click(await screen.findByRole('button', { name: 'Remove filter: State: Open ones' }))
  expect(window.location.search).toBe('?search=abc')
  expect(screen.queryByRole('button', { name: /View/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(window.location.search).toBe('')
})

test('none at all, none that match, a page past the end and a failure are told apart', async () => {
  server.answers[listed] = () => ({ items: [], totalItems: 0 })
  const first = await open()
  await screen.findByText('No things')
  first.unmount()
  const second = await open('/app/admin/coupon?search=abc')
  await screen.findByText('No results')
  second.unmount()
  server.answers[listed] = () => ({ items: [], totalItems: 30 })
  const third = await open('/app/admin/coupon?page=9')
  await third.user.click(await screen.findByRole('button', { name: 'Go to first page' }))
  expect(window.location.search).toBe('')
  third.unmount()
  server.answers[listed] = () => refuse(422, { code: 'PAGE_TOO_FAR', msg: 'Too far.' })
  await open('/app/admin/coupon?search=other')
  await screen.findByText('Too far.')
})

test('a list that is longer than is counted says so', async () => {
  server.answers[listed] = () => ({ items: [row(1)], totalItems: 100_000 })
  await open()
  await screen.findByText('100,000+')
  expect(screen.getByText('1–20 of 100,000+')).toBeDefined()
  expect(readPage('99999999')).toBe(5_000)
})

test('keys move through the rows, choose and open them, and say what they do', async () => {
  const { user } = await open()
  await screen.findByText('CODE-1')
  const rows = screen.getAllByRole('row').slice(1)
  await user.keyboard('j')
  expect(document.activeElement).toBe(rows[0])
  await user.keyboard('j{ArrowDown}k')
  expect(document.activeElement).toBe(rows[1])
  await user.keyboard('x')
  const bar = within(screen.getByRole('region', { name: 'Chosen things' }))
  expect(bar.getByText('1 selected')).toBeDefined()
  expect(bar.getByRole('button', { name: 'Remove 1' })).toBeDefined()
  await user.keyboard('{Enter}')
  expect(screen.getByText('CODE-2', { selector: 'output' })).toBeDefined()
  await user.keyboard('{Escape}')
  expect(bar.queryByText('1 selected')).toBeNull()
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Words'))
  await user.keyboard('jx')
  expect(screen.getByLabelText('Words')).toHaveProperty('value', 'jx')
})

test('the keys can be switched off', async () => {
  const { user } = await open()
  await screen.findByText('CODE-1')
  await user.keyboard('?')
  await user.click(screen.getByRole('switch', { name: /^Enable shortcuts/ }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('j')
  expect(document.activeElement?.tagName).not.toBe('TR')
})

test('all of the page are chosen at once, and those of another page are not', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 3 on this page that can be decided' }))
  expect(screen.getByRole('button', { name: 'Remove 3' })).toBeDefined()
  server.answers[listed] = () => ({ items: [row(4)], totalItems: 4 })
  window.history.replaceState(null, '', '/app/admin/coupon?page=2')
  followAddress()
  await screen.findByText('CODE-4')
  expect(screen.queryByText(/selected/)).toBeNull()
})
