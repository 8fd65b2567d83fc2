import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { AdminWall, ChargeBack, Postback, WallPreset } from './offerwalls.ts'
import { OfferwallsPage } from './OfferwallsPage.tsx'

const adding = 'POST /api/admin/offerwall'
const editing = 'PATCH /api/admin/offerwall/{id}'
const replaying = 'POST /api/admin/offerwall/postback/{id}/replay'
const calls = 'GET /api/admin/offerwall/postback'
const chargeBacks = 'GET /api/admin/offerwall/charge-back'
let server: FakeServer

const rules: WallPreset['rules'] = {
  userParam: 'subId',
  txParam: 'transId',
  amountParam: 'reward',
  usdParam: 'payout',
  offerParam: 'offer_name',
  ipParam: '',
  clickParam: '',
  statusParam: 'status',
  creditValues: ['1'],
  reversalValues: ['2', '-2'],
  ignoredValues: [],
  refParam: '',
  reversalPrefix: '',
  partialReversals: false,
  signatureParam: 'signature',
  signatureHeader: '',
  algorithm: 'md5',
  encoding: 'hex',
  signed: '{subId}{transId}{reward}{secret}',
  replyOk: 'ok',
  replyDuplicate: 'DUP',
  replyRefused: 'ERROR',
  testParams: [],
}

const preset: WallPreset = {
  id: 'otter',
  name: 'Otter Wall',
  frameUrl: 'https://wall.example/{appId}/{userId}',
  keys: ['appId'],
  allowedIps: ['192.0.2.7'],
  postbackQuery: 'subId={user}&reward={reward}',
  rules,
  sources: [],
  unchecked: ['postback'],
  offerApi: { id: 'lootably', needsKey: true },
  note: '⟦The secret stands in their panel.⟧',
}

const wall: AdminWall = {
  _id: '01890000-0000-7000-8000-000000000001',
  preset: 'otter',
  slug: 'otter',
  name: '⟦Otter⟧',
  conditions: '',
  frameUrl: preset.frameUrl,
  keys: { appId: '77' },
  allowedIps: ['192.0.2.7'],
  refuseOtherIps: false,
  unitsPerAmount: '1',
  shareBasisPoints: 5_000,
  maxReward: 1_000_000,
  holdAbove: 50_000,
  holdDays: 14,
  countries: [],
  minLevel: 1,
  rules,
  offersByApi: false,
  offerApiUrl: '',
  supportEmail: '',
  enabled: true,
  position: 0,
  secretSet: true,
  apiKeySet: false,
  postbackUrl: 'https://example.com/api/postback/otter?subId={user}',
}

const second: AdminWall = { ...wall, _id: '01890000-0000-7000-8000-000000000002', name: '⟦Beaver⟧', position: 1 }

const call: Postback = {
  _id: '01890000-0000-7000-8000-0000000000aa',
  wall: '⟦Otter⟧',
  at,
  method: 'GET',
  query: '⟦/api/postback/otter?subId=u1&signature=…⟧',
  body: '',
  network: '⟦192.0.2.0/24⟧',
  verdict: 'bad-signature',
  detail: '⟦The signature is wrong.⟧',
  username: null,
  txId: '⟦tx-1⟧',
  amount: null,
}

const back: ChargeBack = {
  _id: '01890000-0000-7000-8000-0000000000bb',
  wall: '⟦Otter⟧',
  user: { _id: '01890000-0000-7000-8000-0000000000cc', username: '⟦bob⟧' },
  offer: '⟦A survey⟧',
  txId: '⟦tx-1⟧',
  amount: 30_000,
  taken: 20_000,
  debt: 10_000,
  reason: '⟦They took it back.⟧',
  creditedAt: at,
  at,
}

const wallDay = {
  wallId: wall._id,
  wall: wall.name,
  day: '2026-11-19',
  credits: 10,
  credited: 50_000,
  chargeBacks: 1,
  chargedBack: 5_000,
  revenue: 90_000,
  margin: 45_000,
}

const atTab = (query: Record<string, string> = {}) => {
  const views = { Layout: () => null, PageView: () => null }
  const path = '/app/admin/offerwalls'
  useRoute.setState({ shown: { path, pathname: path, params: {}, query, ...views } })
}

beforeEach(() => {
  atTab()
  server = fakeServer({
    'GET /api/admin/offerwall': () => ({ walls: [wall, second], presets: [preset] }),
    [adding]: () => ({ wall }),
    [editing]: () => ({ wall }),
    [calls]: () => ({ items: [call], totalItems: 1 }),
    [replaying]: () => ({ verdict: 'credited', detail: '⟦now it fits⟧' }),
    [chargeBacks]: () => ({ items: [back], totalItems: 1 }),
    'GET /api/admin/offerwall/statistic': () => ({ items: [wallDay] }),
  })
})

const page = () =>
  show(
    <>
      <OfferwallsPage />
      <ConfirmHost />
    </>,
  )

test('a wall shows the address that its panel wants', async () => {
  page()
  expect(await screen.findAllByText('https://example.com/api/postback/otter?subId={user}')).toHaveLength(2)
  expect(
    screen.getAllByText('Rewards up to 50,000 units are paid instantly. Larger rewards are on hold for 14 days.'),
  ).toHaveLength(2)
})

test('a preset fills in all but the keys, and its address can be copied at once', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Add offerwall' }))
  await user.click(await screen.findByRole('combobox', { name: 'Preset' }))
  await user.click(await screen.findByRole('option', { name: 'Otter Wall' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('⟦The secret stands in their panel.⟧')).toBeTruthy()
  expect(dialog.getByText(`${window.location.origin}/api/postback/otter?subId={user}&reward={reward}`)).toBeTruthy()
  await user.type(dialog.getByLabelText('Key appId'), '77')
  await user.type(dialog.getByLabelText('Secret'), 'long enough')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(adding)).toHaveLength(1))
  expect(server.sentTo(adding)[0]?.body).toMatchObject({
    preset: 'otter',
    slug: 'otter',
    name: 'Otter Wall',
    keys: { appId: '77' },
    secret: 'long enough',
    allowedIps: ['192.0.2.7'],
    shareBasisPoints: 5_000,
    position: 2,
    rules,
  })
})

test('offers by API are switched on with a key that is only written', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Edit ⟦Otter⟧' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('switch', { name: /^List offers by API/ }))
  await user.type(dialog.getByLabelText('API key'), 'from their panel')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(editing)).toHaveLength(1))
  expect(server.sentTo(editing)[0]?.body).toEqual({ offersByApi: true, apiKey: 'from their panel' })
})

test('only what was changed of a wall is sent, its rules as lists again', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Edit ⟦Otter⟧' }))
  const dialog = within(screen.getByRole('dialog'))
  const ignored = dialog.getByLabelText('Ignored values')
  await user.type(ignored, 'pending, , test')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(editing)).toHaveLength(1))
  expect(server.sentTo(editing)[0]?.body).toEqual({ rules: { ...rules, ignoredValues: ['pending', 'test'] } })
})

test('what cannot be read stands beside its field, and what the server refuses too', async () => {
  server.answers[editing] = () =>
    refuse(422, { code: 'SLUG_TAKEN', msg: '⟦No⟧', errors: { slug: '⟦Another wall has it.⟧' } })
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Edit ⟦Otter⟧' }))
  const dialog = within(screen.getByRole('dialog'))
  const slug = dialog.getByLabelText('URL name')
  await user.clear(slug)
  await user.type(slug, 'No Good')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Use 2 to 40 lowercase letters, digits and hyphens.')).toBeTruthy()
  await user.clear(slug)
  await user.type(slug, 'good')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('⟦Another wall has it.⟧')
})

test('a wall that moves writes the place of each that now stands elsewhere', async () => {
  page()
  await userEvent.click(await screen.findByRole('button', { name: 'Move ⟦Beaver⟧ up' }))
  await waitFor(() => expect(server.sentTo(editing)).toHaveLength(2))
  const sent = server.sentTo(editing).map(({ path, body }) => [path.split('/').at(-1), body])
  expect(sent).toEqual([
    [second._id, { position: 0 }],
    [wall._id, { position: 1 }],
  ])
})

test('a call is read as it came, and again after a question', async () => {
  atTab({ tab: 'postbacks', verdict: 'bad-signature', wallId: wall._id })
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: /^Raw request/ }))
  expect(server.sentTo(calls)[0]?.path).toContain(`wallId=${wall._id}&verdict=bad-signature`)
  expect(screen.getByText('⟦/api/postback/otter?subId=u1&signature=…⟧')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Replay' }))
  await screen.findByText('Replay this postback?')
  await user.click(screen.getAllByRole('button', { name: 'Replay' }).at(-1)!)
  expect(await screen.findByText('⟦now it fits⟧')).toBeTruthy()
  expect(server.sentTo(replaying)[0]?.path).toBe(`/api/admin/offerwall/postback/${call._id}/replay`)
})

test('charge-backs say what was there and what became a debt', async () => {
  atTab({ tab: 'charge-backs', username: 'bob' })
  page()
  await screen.findByText('⟦They took it back.⟧')
  expect(server.sentTo(chargeBacks)[0]?.path).toContain('username=bob')
  for (const words of ['30,000 units', '20,000 units', '10,000 units']) expect(screen.getByText(words)).toBeTruthy()
})

test('filters that nothing matches can be cleared', async () => {
  server.answers[calls] = () => ({ items: [], totalItems: 0 })
  atTab({ tab: 'postbacks', txId: 'gone' })
  page()
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }))
  expect(window.location.search).toBe('?tab=postbacks')
})
