import { advertise } from '@runnel/contract/advertise'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { userEvent } from '#web/test/user.ts'
import { AdvertisePage } from './AdvertisePage.tsx'
import { campaign, campaigns } from './example.ts'

const list = 'GET /api/advertise'
const checking = 'POST /api/advertise/check'
const creating = 'POST /api/advertise/'
const editing = 'PATCH /api/advertise/{id}'
const deleting = 'DELETE /api/advertise/{id}'
const adding = 'POST /api/advertise/{id}/add-view'
let server: FakeServer

beforeEach(() => {
  window.history.replaceState(null, '', '/app/advertise')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => campaigns(),
    [checking]: () => ({ ok: true, msg: null, offer: null, title: 'The bakery' }),
    [creating]: () => ({ campaign: campaign({ status: 'pending' }), depositBalance: 10_000, msg: 'Paid.' }),
  })
})

const open = async () => {
  show(
    <>
      <AdvertisePage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('heading', { name: 'Your campaigns' })
  return userEvent.setup()
}

const running = () => campaigns({ ads: [campaign()], total: 1 })

/** Fills in what has no good start. */
const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByLabelText('URL'), 'https://bakery.example.com/')
  await user.tab()
  await user.type(screen.getByLabelText('Title'), 'Fresh bread')
}

test('an address that cannot be framed is offered in its own tab at one press', async () => {
  server.answers[checking] = ({ body }) =>
    Object(body).kind === 'iframe'
      ? { ok: false, msg: 'The page forbids frames.', offer: 'window', title: 'The bakery' }
      : { ok: true, msg: null, offer: null, title: 'The bakery' }
  const user = await open()
  await user.type(await screen.findByLabelText('URL'), 'https://bakery.example.com/')
  await user.tab()
  await screen.findByText('The page forbids frames.')
  await user.click(screen.getByRole('button', { name: 'Show as: Page in a new tab' }))
  await user.click(await screen.findByRole('button', { name: 'Use as title' }))
  const kind = screen.getByRole('radio', { name: 'Page in a new tab' }) as HTMLInputElement
  expect(kind.checked).toBe(true)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('The bakery')
  expect(server.sentTo(checking).map(({ body }) => Object(body).kind)).toEqual(['iframe', 'window'])
})

test('what the server could not see may be sent all the same', async () => {
  const msg = 'The server responded with an error.'
  server.answers[checking] = () => ({ ok: true, msg, offer: null, title: null })
  const user = await open()
  await fill(user)
  await screen.findByText(/responded with an error\. We couldn’t check this URL\. You can continue/)
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  await waitFor(() => expect(server.sentTo(creating)).toHaveLength(1))
})

test('an address that is refused is told once, and can be looked at again', async () => {
  const msg = 'This domain doesn’t exist.'
  server.answers[checking] = () => ({ ok: false, msg, offer: null, title: null })
  server.answers[creating] = () => refuse(422, { code: 'ADDRESS_BAD', msg, errors: { url: msg } })
  const user = await open()
  await fill(user)
  await screen.findByText(msg)
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  await waitFor(() => expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(msg)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Check again' })).toBeDefined()
})

test('a total above the deposit balance leaves no balance to name', async () => {
  server.answers[list] = () => campaigns({ depositBalance: 3 })
  await open()
  const label = await screen.findByText('Deposit balance after')
  expect(label.parentElement?.textContent).toBe('Deposit balance after—')
})

test('a campaign is made under a key of its own and stands on top of a list that stays six long', async () => {
  const six = Array.from({ length: 6 }, (_, index) =>
    campaign({ _id: `01890000-0000-7000-8000-00000000010${index}`, title: `Number ${index}` }),
  )
  server.answers[list] = () => campaigns({ ads: six, total: 6 })
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Create campaign' }))
  await fill(user)
  expect(screen.getByText('10,000 units')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  await waitFor(() => expect(server.sentTo(creating)).toHaveLength(1))
  const [sent] = server.sentTo(creating)
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(sent?.body).toEqual({
    kind: 'iframe',
    url: 'https://bakery.example.com/',
    title: 'Fresh bread',
    description: '',
    timer: 10,
    views: 1_000,
    countries: [],
    minLevel: 1,
    device: 'any',
    interval: 86_400,
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create and pay' })).toBeNull())
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Fresh bread', 'Number 0', 'Number 1', 'Number 2', 'Number 3', 'Number 4'])
  expect(screen.getByText(/Your deposit balance: 10,000 units/)).toBeDefined()
})

test('an answer that was lost is asked for again under the same key', async () => {
  let isLost = true
  server.answers[creating] = () => {
    if (isLost) throw new NoAnswerError('network', 'Failed to fetch')
    return { campaign: campaign(), depositBalance: 10_000 }
  }
  const user = await open()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isLost = false
  await user.click(again)
  await waitFor(() => expect(server.sentTo(creating)).toHaveLength(2))
  const [first, second] = server.sentTo(creating).map(({ headers }) => headers['idempotency-key'])
  expect(second).toBe(first)
})

test('what is missing is said, and nothing is sent that cannot be paid', async () => {
  const user = await open()
  await fill(user)
  await user.clear(await screen.findByLabelText('Views'))
  await user.type(screen.getByLabelText('Views'), '2,000')
  expect(screen.getByText('You need 40,000 units more')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  expect(server.sentTo(creating)).toHaveLength(0)
})

test('fields that break a rule say so, and so does the server', async () => {
  server.answers[creating] = () =>
    refuse(422, { code: 'FRAMES_REFUSED', msg: 'No.', errors: { url: 'It forbids frames now.' } })
  const user = await open()
  await user.clear(await screen.findByLabelText('Views'))
  await user.type(screen.getByLabelText('Views'), '99')
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  expect(screen.getByText('Enter the URL of your ad.')).toBeDefined()
  expect(screen.getByText(`Enter a title of ${lengthsOf(advertise.create.body, 'title')} characters.`)).toBeDefined()
  expect(screen.getByText('Enter 100 to 10,000,000 views.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '100' }))
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  await screen.findByText('It forbids frames now.')
})

test('a running one is paused, and its row shows it', async () => {
  server.answers[list] = running
  server.answers[editing] = () => ({ campaign: campaign({ status: 'paused' }), msg: 'Saved.' })
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Pause (Fresh bread)' }))
  await screen.findByRole('button', { name: 'Resume (Fresh bread)' })
  expect(server.sentTo(editing)[0]?.body).toEqual({ status: 'paused' })
  expect(screen.getByText('Paused')).toBeDefined()
})

test('deleting says what comes back and asks first', async () => {
  server.answers[list] = running
  server.answers[deleting] = () => {
    server.answers[list] = () => campaigns({ depositBalance: 80_000 })
    return { refunded: 20_000, depositBalance: 80_000 }
  }
  const user = await open()
  await user.click(screen.getByRole('menuitem', { name: 'Delete', hidden: true }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/20,000 units will be refunded to your deposit balance/)).toBeDefined()
  expect(server.sentTo(deleting)).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Delete campaign' }))
  await screen.findByText('No campaigns yet')
  expect(screen.getByText(/Your deposit balance: 80,000 units/)).toBeDefined()
})

test('views are added at the price of the campaign', async () => {
  server.answers[list] = running
  server.answers[adding] = () => ({ campaign: campaign({ views: 1_500 }), depositBalance: 35_000 })
  const user = await open()
  await user.click(screen.getByRole('menuitem', { name: 'Add views', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '500' }))
  expect(dialog.getByText('25,000 units')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Add and pay' }))
  await screen.findByText('1,100 of 1,500')
  expect(server.sentTo(adding)[0]?.body).toEqual({ views: 500 })
})

test('views whose answer was lost can only be asked for again under the same key', async () => {
  server.answers[list] = running
  server.answers[adding] = () => {
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  const user = await open()
  await user.click(screen.getByRole('menuitem', { name: 'Add views', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Add and pay' }))
  await screen.findByRole('button', { name: 'Try again' })
  await user.click(screen.getByRole('button', { name: 'Add and pay' }))
  expect(server.sentTo(adding)).toHaveLength(1)
  // Closing the dialog forgets nothing.
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('menuitem', { name: 'Add views', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Add and pay' }))
  expect(server.sentTo(adding)).toHaveLength(1)
  server.answers[adding] = () => ({ campaign: campaign({ views: 1_500 }), depositBalance: 35_000 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1,100 of 1,500')
  const [first, second] = server.sentTo(adding).map(({ headers }) => headers['idempotency-key'])
  expect(second).toBe(first)
})

test('new words are sent, and those that are too short are not', async () => {
  server.answers[list] = running
  server.answers[editing] = () => ({ campaign: campaign({ status: 'pending', title: 'Warm bread' }) })
  const user = await open()
  await user.click(screen.getByRole('menuitem', { name: 'Edit title and description', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText('Title'))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(dialog.getByText(`Enter a title of ${lengthsOf(advertise.create.body, 'title')} characters.`)).toBeDefined()
  await user.type(dialog.getByLabelText('Title'), 'Warm bread')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await screen.findByRole('link', { name: 'Warm bread' })
  expect(server.sentTo(editing)[0]?.body).toEqual({ title: 'Warm bread', description: 'Baked at night.' })
})

test('a list that does not come says why and can be asked for again', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<AdvertisePage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = running
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Fresh bread' })
})
