import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOfferFeeds } from '#test/fakes/offer-feeds.ts'
import { useWalls } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'
import { creditableFor } from './answer-report.ts'

const world = useWorld({ connections: 20 })
const { wall, start, admin } = useWalls(world)
let feeds: Awaited<ReturnType<typeof startOfferFeeds>>
beforeAll(async () => {
  feeds = await startOfferFeeds()
})
afterAll(() => feeds.close())

const WORDS = { words: 'I finished the offer three days ago.', evidence: 'Order 4711' }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { failure?: { code?: string } }) => error.failure?.code ?? String(error),
  )

let count = 0
/** Somebody who clicked an offer of one step that promises 1,200 units, and reported that it is missing. */
const missing = async () => {
  count += 1
  feeds.answers.set('ayet', {
    status: 200,
    body: {
      status: 'success',
      offerwall: {
        offers: [
          { id: 9, name: 'A + & B game', currency_amount: 600, payout_usd: 0.6, tracking_link: 'https://a.example/9' },
        ],
      },
    },
  })
  const offerApiUrl = `${feeds.url}/ayet/${count}`
  const met = await start('ayet', { offersByApi: true, offerApiUrl, supportEmail: 'help@vendor.example' })
  const opened = await met.person.offerwall.click({
    params: { id: met.wall._id },
    body: { offerId: '9', device: 'android' },
  })
  const report = () => met.person.offerwall.report({ params: { id: opened.clickId }, body: WORDS })
  await report()
  const row = async () => (await admin().reports({ query: { wallId: met.wall._id, limit: '1' } })).items[0]
  const id = (await row())?._id ?? ''
  const byHand = (amount = 1_200) => admin().creditReport({ params: { id }, body: { amount, answer: '' } })
  const arrives = (tx: string, amount = '600', click = opened.clickId) =>
    met.tell('credit', { tx, amount, extra: click === '' ? [] : [['custom_1', click]] })
  const takenBack = (tx: string) => met.tell('reversal', { tx })
  return {
    ...met,
    id,
    clickId: opened.clickId,
    report,
    row,
    byHand,
    arrives,
    takenBack,
    earned: async () => (await met.owned()).main,
  }
}

describe('a credit by hand and its postback', () => {
  test('by hand first, then the postback: it is paid once, however often it comes', async () => {
    const met = await missing()
    await met.byHand()
    expect(await met.earned()).toBe(1_200)
    await met.arrives('late')
    expect(await met.last()).toMatchObject({ verdict: 'settled' })
    await met.arrives('late')
    expect((await met.last())?.verdict).toBe('duplicate')
    expect(await met.earned()).toBe(1_200)
    await met.arrives('another', '100')
    expect(await met.earned(), 'the next one is a reward of its own').toBe(1_400)
  })

  test('a repeat of an earlier credit settles nothing, so that the real one still does', async () => {
    const met = await missing()
    await met.arrives('earlier', '50', '')
    await met.byHand()
    await met.arrives('earlier', '50', '')
    expect((await met.last())?.verdict).toBe('duplicate')
    await met.arrives('real')
    expect((await met.last())?.verdict).toBe('settled')
    expect(await met.earned()).toBe(1_300)
  })

  test('the postback first, then by hand: that is refused', async () => {
    const met = await missing()
    await met.arrives('in-time')
    expect(await met.row()).toMatchObject({ state: 'arrived' })
    expect(await codeOf(met.byHand())).toBe('REPORT_CLOSED')
    expect(await met.earned()).toBe(1_200)
  })

  test.each([1, 2, 3, 4])('both at the same time pay once (%i)', async (round) => {
    const met = await missing()
    const calls = [
      ...Array.from({ length: 4 }, () => () => codeOf(met.byHand())),
      ...Array.from({ length: 4 }, () => () => codeOf(met.arrives(`race-${round}`))),
    ]
    await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
    expect(await met.earned()).toBe(1_200)
    await met.arrives(`race-${round}`)
    expect(await met.earned()).toBe(1_200)
  })

  test('by hand many times at once pays once', async () => {
    const met = await missing()
    const said = await Promise.all(Array.from({ length: 8 }, () => codeOf(met.byHand())))
    expect(said.filter((code) => code === 'done')).toHaveLength(1)
    expect(await met.earned()).toBe(1_200)
  })

  test('what the postback tells above it is paid, and a chargeback takes both', async () => {
    const met = await missing()
    await met.byHand(500)
    await met.arrives('more')
    expect(await met.earned()).toBe(1_200)
    await met.takenBack('more')
    expect(await met.earned()).toBe(0)
    await met.takenBack('more')
    await met.arrives('more')
    expect(await met.earned()).toBe(0)
  })

  test('a chargeback of a postback that paid nothing takes the credit by hand', async () => {
    const met = await missing()
    await met.byHand()
    await met.arrives('paid-before')
    await met.takenBack('paid-before')
    expect(await met.earned()).toBe(0)
  })

  test('a postback that gives no click back, or another click but the same offer, pays no second time', async () => {
    const [untied, tampered] = [await missing(), await missing()]
    await untied.byHand()
    await untied.arrives('untied', '600', '')
    expect(await untied.earned()).toBe(1_200)
    await tampered.byHand()
    const { url } = await tampered.person.offerwall.wall({ params: { id: tampered.wall._id } })
    const other = new URL(url).searchParams.get('custom_1') ?? ''
    await tampered.arrives('tampered', '600', other)
    expect(await tampered.earned()).toBe(1_200)
  })
})

describe('a report', () => {
  test('is made once for a click, of one’s own, and only so many are open at a time', async () => {
    const met = await missing()
    expect(await codeOf(met.report())).toBe('ALREADY_REPORTED')
    const stranger = await world.user('reports_for_others')
    const foreign = stranger.offerwall.report({ params: { id: met.clickId }, body: WORDS })
    expect(await codeOf(foreign)).toBe('NOT_FOUND')
    await expect(world.guest().offerwall.report({ params: { id: met.clickId }, body: WORDS })).rejects.toMatchObject({
      status: 401,
    })
    const codes: string[] = []
    for (let more = 0; more < 5; more += 1) {
      const { url } = await met.person.offerwall.wall({ params: { id: met.wall._id } })
      const id = new URL(url).searchParams.get('custom_1') ?? ''
      codes.push(await codeOf(met.person.offerwall.report({ params: { id }, body: WORDS })))
    }
    expect(codes).toEqual(['done', 'done', 'done', 'done', 'TOO_MANY_REPORTS'])
    const { items } = await met.person.offerwall.clicks({ query: {} })
    expect(items.filter(({ report }) => report?.state === 'open')).toHaveLength(5)
  })

  test('is refused for a click whose only reward was credited', async () => {
    const met = await missing()
    const { clickId } = await met.person.offerwall.click({
      params: { id: met.wall._id },
      body: { offerId: '9', device: 'android' },
    })
    await met.arrives('credited', '600', clickId)
    expect(await codeOf(met.person.offerwall.report({ params: { id: clickId }, body: WORDS }))).toBe('ALREADY_CREDITED')
  })

  test('is passed to the vendor with a text that names the member only as the vendor knows them', async () => {
    const met = await missing()
    const row = await met.row()
    expect(row?.mail).toMatchObject({ to: 'help@vendor.example', subject: expect.stringContaining(met.user) })
    expect(row?.mail.text).toContain(met.clickId)
    expect(row?.mail.text).toContain(WORDS.evidence)
    expect(row?.mail.text).not.toContain(met.person.id)
    const answer = (state: 'passed' | 'declined', words: string) =>
      codeOf(admin().answerReport({ params: { id: met.id }, body: { state, answer: words } }))
    expect(await answer('passed', '')).toBe('done')
    expect(await answer('declined', '')).toBe('ANSWER_MISSING')
    expect(await answer('declined', 'The vendor says that it was not finished.')).toBe('done')
    expect(await answer('declined', 'Once more.')).toBe('REPORT_CLOSED')
    expect(await codeOf(met.byHand())).toBe('REPORT_CLOSED')
    expect(await met.earned()).toBe(0)
    const { items } = await met.person.offerwall.clicks({ query: {} })
    expect(items[0]?.report).toMatchObject({ state: 'declined', answer: 'The vendor says that it was not finished.' })
    await wall('ayet', { supportEmail: '' })
    const other = await missing()
    await wall('ayet', { supportEmail: '' })
    const passed = admin().answerReport({ params: { id: other.id }, body: { state: 'passed', answer: '' } })
    expect(await codeOf(passed)).toBe('NO_SUPPORT_EMAIL')
  })

  test('credits at most what was promised, and nothing where the postback could not be told from others', async () => {
    const met = await missing()
    expect(await codeOf(met.byHand(1_201))).toBe('TOO_MUCH')
    const { rules } = met.wall
    await wall('ayet', { rules: { ...rules, clickParam: '' } })
    expect(await met.row()).toMatchObject({ creditable: 0, whyNot: expect.stringContaining('click IDs') })
    expect(await codeOf(met.byHand())).toBe('NOT_CREDITABLE')
    await wall('ayet', { rules })
    const plain = await world.user('plain_member')
    const { creditReport, reports, answerReport } = plain.admin
    expect(await codeOf(reports({ query: {} }))).not.toBe('done')
    expect(await codeOf(creditReport({ params: { id: met.id }, body: { amount: 1, answer: '' } }))).not.toBe('done')
    const body = { state: 'declined', answer: 'No.' } as const
    expect(await codeOf(answerReport({ params: { id: met.id }, body }))).not.toBe('done')
    expect(await met.earned()).toBe(0)
  })
})

test('an offer that is paid in steps is not credited by hand: each step has a postback of its own', async () => {
  const met = await missing()
  const of = (steps: number, credits = 0) => creditableFor({ promised: 1_200, steps }, met.wall, credits)
  expect(of(1)).toEqual({ amount: 1_200, whyNot: null })
  expect(of(1, 1).amount).toBe(0)
  expect(of(2)).toEqual({ amount: 0, whyNot: expect.stringContaining('offerPaysPerStep') })
})

/** The last: the rule of two admins stays on. */
test('with two admins a large credit waits for the second, and pays once', async () => {
  const met = await missing()
  await world.settings({ four_eyes: true, four_eyes_adjust_min: 1_000 })
  const second = await world.user('second_admin', { role: 'admin' })
  expect(await codeOf(met.byHand())).toBe('WAITS_FOR_SECOND')
  expect(await met.earned()).toBe(0)
  const { items } = await second.admin.approvals({ query: { limit: '100' } })
  const act = items.find(({ kind }) => kind === 'report.credit')
  await second.admin.acceptApproval({ params: { id: act?._id ?? '' } })
  expect(await met.earned()).toBe(1_200)
  await met.arrives('after-second')
  expect(await met.earned()).toBe(1_200)
})
