import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { detailOf, runSuspectJobs, seenOn, suspect } from '#test/features/suspecting.ts'
import { trust } from '#test/features/trusting.ts'
import { addMethod, requestWithdrawal, dogePlace, earn, openHanded } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { ...openHanded, faucet_reward: 31, happy_hours: [] }, limits: false })

const people = (...names: string[]): Promise<Person[]> => Promise.all(names.map((name) => world.user(name)))
const claim = async (person: Person) => person.faucet.claim({ body: await person.solve.claim() })
/** What a site of an earlier version kept back of claims. */
const withhold = (person: Person, amount: number) =>
  world.db.raw(
    `INSERT INTO measures (id, user_id, kind, since, reason, withheld) VALUES ($1, $2, 'reward', $3, 'Withheld.', $4)`,
    [newId(), person.id, world.clock.now(), amount],
  )
const balanceOf = async (person: Person): Promise<number> => (await person.user.me()).user.balance

describe('what the machine finds', () => {
  test('a device of three accounts ties them, is a reason in words, and is drawn', async () => {
    const owner = await world.owner()
    const [ann, ben, cem] = await people('dev_ann', 'dev_ben', 'dev_cem')
    if (ann === undefined || ben === undefined || cem === undefined) throw new Error('three people')
    await seenOn(world, [ann, ben, cem], { net: '198.51.100.0/24' })
    await runSuspectJobs(world)
    await trust(world, ann, 'known')
    await owner.admin.trustUser({ params: { id: ben.id }, body: { grants: 1, reason: 'A friend of ours.' } })
    expect(await detailOf(owner, ben)).toMatchObject({ trust: { level: 'new', grants: 1 } })
    const detail = await detailOf(owner, ann)
    expect(detail).toMatchObject({ score: 45, ownScore: 45, clusterScore: 45, state: 'active' })
    expect(detail.trust).toEqual({ level: 'known', grants: 0 })
    expect(detail.reasons).toMatchObject([
      { family: 'place', reason: 'device-shared', points: 45, sentence: 'Device shared by 3 accounts.' },
    ])
    expect(detail.group.nodes.map(({ username }) => username).toSorted()).toEqual(['dev_ann', 'dev_ben', 'dev_cem'])
    expect(detail.group.edges).toHaveLength(3)
    expect(detail.group.edges[0]).toMatchObject({ kind: 'device', sentence: 'Device shared by 3 of these accounts.' })
    expect(detail.history.at(-1)).toMatchObject({ score: 45 })
    expect(detail.measures).toEqual([])
    const { items } = await owner.admin.suspects({ query: { search: 'dev_', sort: 'changed' } })
    expect(items.map(({ username, tied }) => `${username} ${tied}`).toSorted()).toEqual([
      'dev_ann 2',
      'dev_ben 2',
      'dev_cem 2',
    ])
  })

  test('a payout address of two ties them, and whoever is tied to a suspect gets part of its score', async () => {
    const owner = await world.owner()
    const [eva, fay] = await people('pay_eva', 'pay_fay')
    if (eva === undefined || fay === undefined) throw new Error('two people')
    const method = await addMethod(owner)
    for (const person of [eva, fay]) {
      await earn(world, person, 20_000)
      await requestWithdrawal(person, { method, address: dogePlace('one place of two') })
    }
    await runSuspectJobs(world)
    expect(await detailOf(owner, fay)).toMatchObject({ score: 30 })
    await suspect(world, eva, { family: 'answers', reason: 'sequential', points: 50 })
    await world.runJob('suspects.judge')
    const detail = await detailOf(owner, fay)
    expect(detail.ownScore).toBe(30)
    expect(detail.clusterScore).toBe(55)
    expect(detail.score).toBe(45)
    expect(detail.reasons.find(({ family }) => family === 'cluster')?.sentence).toBe(
      'Linked by a withdrawal address or a device to 1 other account with 55 points on average.',
    )
  })

  test('prints that look the same count in a small network only, and never in one that was released', async () => {
    const owner = await world.owner()
    const small = await people('pr_a', 'pr_b', 'pr_c')
    for (const person of small) await seenOn(world, [person], { net: '203.0.113.0/24', print: 'same' })
    await runSuspectJobs(world)
    expect((await detailOf(owner, { id: small[0]?.id ?? '' })).reasons).toMatchObject([
      { reason: 'print-shared', sentence: expect.stringContaining('3 accounts with the same browser fingerprint') },
    ])
    expect(
      await owner.admin.releaseNetworks({ body: { subs: ['203.0.113.0/24', '203.0.113.0/24', 'none'] } }),
    ).toMatchObject({
      done: 1,
      skipped: 1,
    })
    await world.runJob('suspects.judge')
    for (const person of small) await seenOn(world, [person], { net: '203.0.113.0/24', print: 'same' })
    await runSuspectJobs(world)
    expect((await detailOf(owner, { id: small[0]?.id ?? '' })).reasons).toEqual([])
    const { items } = await owner.admin.networks({ query: { net: '203.0.113.' } })
    expect(items).toMatchObject([{ net: '203.0.113.0/24', accounts: 3, devices: 6, releasedBy: 'admin', isRare: true }])
  })
})

describe('what the system does', () => {
  test('claims pay in full whatever the score is, and what was withheld before is paid once by a release', async () => {
    const owner = await world.owner()
    const lee = await world.user('lee')
    await withhold(lee, 30)
    await suspect(world, lee, { points: 99 })
    expect(await claim(lee)).toMatchObject({ reward: 31, parts: { total: 31 } })
    expect((await detailOf(owner, lee)).withheld).toBe(30)
    expect((await lee.appeal.appealState()).measures).toMatchObject([{ kind: 'reward' }])
    const released = await Promise.all([1, 2].map(() => owner.admin.releaseSuspects({ body: { users: [lee.id] } })))
    expect(released.map(({ paid, done }) => paid * 10 + done).toSorted((one, other) => one - other)).toEqual([0, 301])
    expect(await balanceOf(lee)).toBe(61)
    expect((await lee.user.statement({ query: {} })).items[0]).toMatchObject({ kind: 'release', amount: 30 })
    expect(await detailOf(owner, lee)).toMatchObject({ score: 0, withheld: 0, state: 'active' })
  })

  test('an appeal against what is still withheld pays it, once', async () => {
    const owner = await world.owner()
    const mia = await world.user('mia')
    await withhold(mia, 15)
    const { appeal } = await mia.appeal.appeal({ body: { message: 'I claimed with my own hands, every time.' } })
    const body = { verdict: 'release', message: 'You are right, here it is.' } as const
    const params = { id: appeal._id }
    const answered = await Promise.allSettled([1, 2].map(() => owner.admin.answerAppeal({ params, body })))
    expect(answered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf(mia)).toBe(15)
    expect((await mia.appeal.appealState()).measures).toEqual([])
  })

  test('two kinds of evidence hold withdrawals after a week, approved ones too; a release lets them go', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const ned = await world.user('ned')
    await earn(world, ned, 40_000)
    const seen = async () => {
      await suspect(world, ned, { family: 'pace', reason: 'never-sleeps', points: 40, detail: 'No 5-hour break.' })
      await suspect(world, ned, { family: 'sync', reason: 'same-slots', points: 35, detail: 'Claims in step.' })
    }
    await seen()
    expect((await requestWithdrawal(ned, { method })).withdrawal.status).toBe('approved')
    world.clock.turn(7 * 86_400)
    await seen()
    expect(await ned.appeal.appealState()).toMatchObject({
      lock: null,
      measures: [{ kind: 'review', until: null, reason: 'Your withdrawals are reviewed manually: No 5-hour break.' }],
    })
    expect((await ned.withdraw.history({ query: {} })).items[0]?.status).toBe('review')
    expect((await requestWithdrawal(ned, { method })).withdrawal.status).toBe('review')
    expect(await claim(ned)).toMatchObject({ reward: 31 })
    await owner.admin.releaseSuspects({ body: { users: [ned.id] } })
    const statuses = (await ned.withdraw.history({ query: {} })).items.map(({ status }) => status)
    expect(statuses).toEqual(['approved', 'approved'])
  })

  test('the same that a person takes calls approved payouts back too, and its end lets them go', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const pia = await world.user('reviewed_pia')
    await earn(world, pia, 40_000)
    expect((await requestWithdrawal(pia, { method })).withdrawal.status).toBe('approved')
    const reason = 'We want to look at it first.'
    await owner.admin.measureSuspects({ body: { users: [pia.id], kind: 'review', reason } })
    const status = async () => (await pia.withdraw.history({ query: {} })).items[0]?.status
    expect(await status()).toBe('review')
    const id = (await detailOf(owner, pia)).measures[0]?._id ?? ''
    await owner.admin.endMeasure({ params: { id } })
    expect(await status()).toBe('approved')
  })

  test('however much is seen in a day, nobody is held or locked', async () => {
    const olaf = await world.user('olaf')
    await suspect(world, olaf, { family: 'traps', reason: 'forged', points: 80 })
    await suspect(world, olaf, { family: 'payout', points: 65 })
    await suspect(world, olaf, { family: 'answers', reason: 'sequential', points: 50 })
    expect(await olaf.appeal.appealState()).toMatchObject({ lock: null, measures: [] })
  })

  test('what has faded ends by itself, and the owner can switch it off', async () => {
    const pia = await world.user('pia')
    const seen = async (one: Person) => {
      for (const [family, reason] of [
        ['pace', 'even-delays'],
        ['traps', 'forged'],
      ] as const)
        await suspect(world, one, { family, reason, points: 50 })
    }
    await seen(pia)
    world.clock.turn(8 * 86_400)
    await seen(pia)
    expect((await pia.appeal.appealState()).measures).toHaveLength(1)
    world.clock.turn(20 * 86_400)
    await world.runJob('suspects.look')
    await world.runJob('suspects.judge')
    expect((await pia.appeal.appealState()).measures).toEqual([])
    await world.settings({ risk_measures: false })
    const quinn = await world.user('quinn')
    await seen(quinn)
    world.clock.turn(8 * 86_400)
    await seen(quinn)
    expect(await quinn.appeal.appealState()).toMatchObject({ lock: null, measures: [] })
    await world.settings({ risk_measures: true })
  })
})

describe('a pardon', () => {
  test('keeps the same reason from counting again, but not a heavier one', async () => {
    const owner = await world.owner()
    const ria = await world.user('ria')
    const reason = `address-shared:${newId()}` as const
    await suspect(world, ria, { reason, points: 30 })
    await owner.admin.releaseSuspects({ body: { users: [ria.id], note: 'A couple.' } })
    await suspect(world, ria, { reason, points: 30 })
    expect((await detailOf(owner, ria)).score).toBe(0)
    await suspect(world, ria, { reason, points: 65 })
    expect((await detailOf(owner, ria)).score).toBe(65)
  })
})

describe('appeals', () => {
  test('one at a time, only against something, answered by mail and here', async () => {
    const owner = await world.owner()
    const sam = await world.user('sam')
    const message = 'I share this computer with my sister, who plays too.'
    expect((await refusal(sam.appeal.appeal({ body: { message } }))).failure).toMatchObject({
      code: 'NOTHING_TO_APPEAL',
    })
    await suspect(world, sam, { points: 85 })
    await owner.admin.banSuspects({ body: { users: [sam.id] } })
    const sent = await Promise.allSettled([1, 2, 3].map(() => sam.appeal.appeal({ body: { message } })))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusal(sam.appeal.appeal({ body: { message } }))).failure).toMatchObject({ code: 'APPEAL_OPEN' })
    const { items } = await owner.admin.appeals({ query: { status: 'open', username: 'sam' } })
    expect(items).toMatchObject([
      { message, user: { username: 'sam', score: 85 }, lock: { until: expect.any(String) } },
    ])
    const id = items[0]?._id ?? ''
    const body = { verdict: 'release', message: 'Thank you, that explains it.' } as const
    const answered = await Promise.allSettled([1, 2].map(() => owner.admin.answerAppeal({ params: { id }, body })))
    expect(answered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sam.appeal.appealState()).toMatchObject({
      lock: null,
      measures: [],
      canAppeal: false,
      appeals: [{ verdict: 'release', answer: 'Thank you, that explains it.' }],
    })
    await sam.faucet.info()
    await world.runJobs()
    expect(world.mails.some(({ to, subject }) => to === 'sam@example.com' && subject.includes('appeal'))).toBe(true)
  })

  test('a lock is shortened, never made longer; what is kept stays', async () => {
    const owner = await world.owner()
    const tom = await world.user('tom')
    await owner.admin.banSuspects({ body: { users: [tom.id], forever: true } })
    expect(await tom.appeal.appealState()).toMatchObject({ lock: { until: null } })
    const write = () => tom.appeal.appeal({ body: { message: 'I did nothing of the sort, please look again.' } })
    const first = await write()
    const answer = (id: string, body: Parameters<typeof owner.admin.answerAppeal>[0]['body']) =>
      owner.admin.answerAppeal({ params: { id }, body })
    await answer(first.appeal._id, { verdict: 'keep', message: 'We have looked, and it stays.' })
    expect(await tom.appeal.appealState()).toMatchObject({ lock: { until: null }, canAppeal: true })
    const second = await write()
    const until = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString()
    const past = new Date(world.clock.now().getTime() - 1_000).toISOString()
    expect(
      (await refusal(answer(second.appeal._id, { verdict: 'shorten', message: 'Well.', until: past }))).status,
    ).toBe(422)
    expect((await refusal(answer(second.appeal._id, { verdict: 'shorten', message: 'Well.' }))).status).toBe(422)
    expect(
      (await answer(second.appeal._id, { verdict: 'shorten', message: 'Three days.', until })).appeal,
    ).toMatchObject({
      lock: { until },
      answeredBy: 'admin',
    })
    expect((await refusal(answer(newId(), { verdict: 'keep', message: 'Nobody.' }))).status).toBe(404)
    world.clock.turn(3 * 86_400 + 1)
    await tom.faucet.info()
  })
})
