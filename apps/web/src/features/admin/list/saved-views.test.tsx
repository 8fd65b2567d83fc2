import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminSavedView, SavedViewList, type SavedView } from '@runnel/contract/admin/saved-view'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useRoute } from '#base/route.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { TOLD_WITHIN_MS, useToasts } from '#ui/overlay/toast.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { userEvent } from '#web/test/user.ts'
import { FilterBar } from './FilterBar.tsx'
import { listAt, oneOf, oneOfOr, words } from './url-state.ts'

const listed = 'GET /api/admin/saved-view'
const added = 'POST /api/admin/saved-view'
const edited = 'PATCH /api/admin/saved-view/{id}'
const removed = 'DELETE /api/admin/saved-view/{id}'
const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`

const things = listAt(
  (query) => `/app/admin/coupon?${new URLSearchParams(JSON.parse(JSON.stringify(query))).toString()}`,
  { search: words(20), state: oneOf(['open', 'off']), sort: oneOfOr(['new', 'old'], 'new') },
  'coupons',
)

const Page = () => (
  <>
    <FilterBar
      list={things}
      filter={things.useView().filter}
      total={3}
      fields={{
        search: { kind: 'words', label: 'Words' },
        state: { kind: 'choice', label: 'State', options: [{ value: 'open', label: 'Open ones' }] },
      }}
    />
    <ConfirmHost />
  </>
)

let server: FakeServer
let views: SavedView[]

/** The router's part: what the address says is what the page reads. */
const followAddress = () =>
  useRoute.setState({
    shown: {
      path: '/app/admin/coupon',
      pathname: '/app/admin/coupon',
      params: {},
      query: Object.fromEntries(new URLSearchParams(window.location.search)),
      Layout: () => null,
      PageView: () => null,
    },
  })

const open = async (query = '') => {
  window.history.replaceState(null, '', `/app/admin/coupon${query}`)
  followAddress()
  show(<Page />)
  await waitFor(() => expect(server.sentTo(listed)).toHaveLength(1))
  return userEvent.setup()
}

const view = (number: number, name: string, query: string): SavedView => ({
  _id: idOf(number),
  list: 'coupons',
  name,
  query,
})

const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text)
const address = () => window.location.search
const chips = () => screen.getByRole('group', { name: 'Saved views' })

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  views = [
    view(1, 'Open', 'state=open'),
    view(2, 'Old ones', 'sort=old&gone=1&search=a+%C3%A9'),
    { ...view(3, 'Of users', 'status=locked'), list: 'users' },
  ]
  server = fakeServer({
    [listed]: () => ({ views }),
    [added]: ({ body }) => {
      // What the page sent was checked by the contract on its way here.
      const made = { ...(body as Omit<SavedView, '_id'>), _id: idOf(9) }
      views = [...views, made]
      return { view: made, msg: `View “${made.name}” saved.` }
    },
    [edited]: ({ body }) => {
      views = views.map((known) => (known._id === idOf(1) ? { ...known, ...(body as Partial<SavedView>) } : known))
      return { msg: 'View saved.' }
    },
    [removed]: () => {
      views = views.filter(({ _id }) => _id !== idOf(1))
      return { msg: 'View deleted.' }
    },
  })
})

test('a view of the list opens with a tap, and the one that is shown is marked', async () => {
  const user = await open('?state=open&page=2')
  await screen.findByRole('group', { name: 'Saved views' })
  expect(within(chips()).getAllByRole('button')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Open', current: true })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save view' }), 'it is saved already').toBeNull()
  await user.click(screen.getByRole('button', { name: 'Old ones', current: false }))
  expect(address(), 'a part that the list does not know is left out').toBe('?search=a+%C3%A9&sort=old')
  followAddress()
  await screen.findByRole('button', { name: 'Old ones', current: true })
  expect(screen.getByRole('button', { name: 'Open', current: false })).toBeDefined()
  const steps = window.history.length
  await user.click(screen.getByRole('button', { name: 'Old ones' }))
  expect(window.history.length, 'what is shown is no step of its own').toBe(steps)
})

test('without views and filters there is nothing, and without views no row of them', async () => {
  views = []
  await open()
  expect(screen.queryByRole('group', { name: 'Saved views' })).toBeNull()
  expect(screen.queryByRole('button', { name: /view/i })).toBeNull()
})

test('a filter is saved under a name, which then is marked and has the focus', async () => {
  views = []
  const user = await open('?state=open&page=2')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  const dialog = screen.getByRole('dialog', { name: 'Save view' })
  await user.type(within(dialog).getByLabelText('Name'), '  Open now {Enter}')
  const chip = await screen.findByRole('button', { name: 'Open now', current: true })
  expect(server.sentTo(added)[0]?.body).toEqual({ list: 'coupons', name: 'Open now', query: 'state=open' })
  await waitFor(() => expect(document.activeElement).toBe(chip))
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  expect(toastTexts()).toEqual(['View “Open now” saved.'])
})

test('whoever deletes the last view by keys goes on at the page', async () => {
  views = views.slice(0, 1)
  const user = await open()
  const main = document.body.appendChild(document.createElement('main'))
  Object.assign(main, { id: 'main', tabIndex: -1 })
  await user.click(await screen.findByRole('button', { name: 'Manage saved views' }))
  await user.click(screen.getByRole('button', { name: 'Delete (Open)' }))
  await user.click(within(screen.getByRole('dialog', { name: /^Delete view/ })).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Saved views' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(main))
  main.remove()
})

test.each([
  [422, 'VIEW_NAME_TAKEN'],
  [409, 'TOO_MANY_VIEWS'],
])('a refusal stands in the dialog and nowhere else, and what was typed stays: %i', async (status, code) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const msg = `Refused with ${code}.`
  server.answers[added] = () => refuse(status, { code, msg, errors: { name: msg } })
  const user = await open('?search=abc')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const field = screen.getByLabelText('Name')
  await user.type(field, 'Open{Enter}')
  await within(screen.getByRole('dialog')).findByText(msg)
  // As long as a toast waits for the page to tell it.
  await act(() => vi.advanceTimersByTimeAsync(TOLD_WITHIN_MS))
  expect(toastTexts()).toEqual([])
  expect(field).toHaveProperty('value', 'Open')
})

test('an empty name is not sent', async () => {
  const user = await open('?search=abc')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  await user.type(screen.getByLabelText('Name'), '  {Enter}')
  await screen.findByText(`Enter ${lengthsOf(adminSavedView.addSavedView.body, 'name')} characters.`)
  expect(server.sentTo(added)).toEqual([])
})

test('a view is renamed, given the filters of the page, brought back, and deleted', async () => {
  const user = await open('?search=abc')
  const manage = async () => {
    await user.click(await screen.findByRole('button', { name: 'Manage saved views' }))
    return within(screen.getByRole('dialog', { name: 'Saved views' }))
  }
  let dialog = await manage()
  expect(dialog.getByText('State: Open ones')).toBeDefined()
  expect(dialog.getByText('Words: a é'), 'what has no field has no words').toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Rename (Open)' }))
  const field = screen.getByLabelText('Name')
  expect(field).toHaveProperty('value', 'Open')
  await user.clear(field)
  await user.type(field, 'Usable{Enter}')
  dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }))
  expect(server.sentTo(edited)[0]?.body, 'its filters stay').toEqual({ name: 'Usable' })

  await user.click(await dialog.findByRole('button', { name: 'Use current filters (Usable)' }))
  await screen.findByRole('button', { name: 'Usable', current: true })
  expect(server.sentTo(edited)[1]?.body).toEqual({ query: 'search=abc' })
  expect(screen.queryByRole('dialog')).toBeNull()
  useToasts.getState().toasts.at(-1)?.action?.run()
  await waitFor(() => expect(server.sentTo(edited)[2]?.body).toEqual({ query: 'state=open' }))
  await screen.findByRole('button', { name: 'Usable', current: false })

  dialog = await manage()
  await user.click(dialog.getByRole('button', { name: 'Delete (Usable)' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete view “Usable”?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(within(chips()).queryByRole('button', { name: 'Usable' })).toBeNull())
  expect(server.sentTo(removed)).toHaveLength(1)
  expect(within(chips()).getByRole('button', { name: 'Old ones' })).toBeDefined()
})

test('the filters of the page are offered only where they are others than those of the view', async () => {
  const user = await open('?state=open')
  await user.click(await screen.findByRole('button', { name: 'Manage saved views' }))
  expect(screen.queryByRole('button', { name: 'Use current filters (Open)' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Use current filters (Old ones)' })).toBeDefined()
})

test('views that cannot be read are told of by nobody, and the list stays as it was', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  server.answers[listed] = () => refuse(500, { code: 'INTERNAL', msg: 'Broken.' })
  const user = await open('?search=abc')
  await act(() => vi.advanceTimersByTimeAsync(TOLD_WITHIN_MS))
  expect(toastTexts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(address()).toBe('')
})

test('every list of the contract is named by one list of the admin area, and no name is used twice', () => {
  const admin = join(import.meta.dirname, '..')
  const sources = readdirSync(admin, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name) && !/[.]test[.]/.test(name))
    .map((name) => readFileSync(join(admin, name), 'utf8'))
    .filter((text) => text.includes(' listAt('))
  const names = sources.flatMap((text) => [...text.matchAll(/,\s+'([a-z-]+)',?\s*\)\n/g)].map(([, name]) => name ?? ''))
  expect(names.toSorted()).toEqual([...SavedViewList.options].toSorted())
})
