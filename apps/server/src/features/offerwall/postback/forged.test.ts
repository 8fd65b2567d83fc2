import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { presetOf, useWalls } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

// Without limits, so that every call is kept.
const world = useWorld({ limits: false })
const { wall, start } = useWalls(world)

const call = (path: string, given: { body?: string; headers?: Record<string, string> } = {}) =>
  world.guest().raw({ method: given.body === undefined ? 'GET' : 'POST', path, ...given })

const signedFamily = (user: string, tx: string, amount: string): string =>
  createHash('md5').update(`${user}${tx}${amount}secret of family`).digest('hex')

test('the hash that a user sees in the frame credits nothing', async () => {
  const { person, user, owned, last, wall: made } = await start('cpx-research')
  const { cpxHash } = await person.user.me()
  const fields = `user_id=${user}&amount_local=4500&amount_usd=4.5&status=1&offer_id=x&hash=${cpxHash}`
  for (const [index, name] of [user, user.toUpperCase(), ` ${user}`].entries()) {
    const { status } = await call(`/api/postback/${made.slug}?trans_id=${encodeURIComponent(name)}&${fields}`)
    expect(status, String(index)).toBe(403)
    expect((await last())?.verdict).toBe('bad-signature')
  }
  // Nor the one of an accomplice.
  const other = await start('cpx-research')
  const { cpxHash: theirs } = await other.person.user.me()
  const borrowed = `user_id=${user}&trans_id=${other.user}&amount_local=4500&status=1&hash=${theirs.toUpperCase()}`
  expect((await call(`/api/postback/${made.slug}?${borrowed}`)).status).toBe(403)
  expect(await owned()).toEqual({ main: 0, held: 0 })
})

test('a wall whose formula is that of its own frame believes no frame', async () => {
  const rules = { ...presetOf('generic').rules, signed: '{user}' }
  const frameUrl = 'https://wall.example/?user={userId}&signature={signature}'
  const { person, user, owned, wall: made } = await start('generic', { rules, frameUrl })
  const { url } = await person.offerwall.wall({ params: { id: made._id } })
  const signature = new URL(url).searchParams.get('signature') ?? ''
  expect(signature).toMatch(/^[\da-f]{64}$/)
  const fields = `user=${user}&tx=any&amount=100&usd=1&status=1&signature=${signature}`
  expect((await call(`/api/postback/${made.slug}?${fields}`)).status).toBe(403)
  expect(await owned()).toEqual({ main: 0, held: 0 })
  await wall('generic', { rules: presetOf('generic').rules })
})

test.each([
  ['twice in the address', 'reward=450&reward=9000'],
  ['by an encoded name', 'reward=450&%72eward=9000'],
  ['with a space around the name', 'reward=450&reward%20=9000'],
  ['as a list', 'reward=450&reward[]=9000'],
  ['in digits of another script', 'reward=450&reward=%D9%A9%D9%A9'],
])('an amount that stands there %s is the signed one', async (_how, amounts) => {
  const { user, tx, owned, wall: made } = await start('family')
  const signature = signedFamily(user, tx, '450')
  const { status } = await call(
    `/api/postback/${made.slug}?subId=${user}&transId=${tx}&${amounts}&status=1&signature=${signature}`,
  )
  expect(status).toBe(200)
  expect(await owned()).toEqual({ main: 900, held: 0 })
})

test('body and address cannot be played off against each other', async () => {
  const { user, tx, owned, last, wall: made } = await start('family')
  const signature = signedFamily(user, tx, '450')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `subId=${user}&transId=${tx}&reward=450&status=1&signature=${signature}`
  expect((await call(`/api/postback/${made.slug}?reward=9000`, { body, headers })).status).toBe(403)
  expect((await call(`/api/postback/${made.slug}?transId=other`, { body, headers })).status).toBe(403)
  expect((await last())?.verdict).toBe('bad-signature')
  expect(await owned()).toEqual({ main: 0, held: 0 })
  // What is signed by its address is read from there only.
  const bit = await start('bitlabs')
  await bit.tell('credit', { secret: 'guessed' })
  const forged = `uid=${bit.user}&tx=t&val=100&type=COMPLETE`
  const sent = { body: forged, headers }
  expect((await call(`/api/postback/${bit.wall.slug}?hash=00`, sent)).status).toBe(403)
  expect(await bit.owned()).toEqual({ main: 0, held: 0 })
})

test.each(['', '%20', '0', 'undefined', 'null', '%00'])('a signature of %j is none', async (signature) => {
  const { user, tx, owned, wall: made } = await start('monlix')
  const fields = `userId=${user}&transactionId=${tx}&rewardValue=450&payout=1&status=1&secretKey=${signature}`
  expect((await call(`/api/postback/${made.slug}?${fields}`)).status).toBe(403)
  expect(await owned()).toEqual({ main: 0, held: 0 })
})

test.each(['1e3', '0x10', '-0', '+', '.', '１２', '9'.repeat(16), '1,000', 'NaN', 'Infinity', ''])(
  'an amount of %j pays nothing',
  async (amount) => {
    const { user, tx, owned, last, wall: made } = await start('family')
    const signature = signedFamily(user, tx, amount)
    const fields = `subId=${user}&transId=${tx}&reward=${encodeURIComponent(amount)}&status=1&signature=${signature}`
    expect((await call(`/api/postback/${made.slug}?${fields}`)).status).toBe(200)
    expect(['bad-amount', 'ignored', 'charged-back-first']).toContain((await last())?.verdict)
    expect(await owned()).toEqual({ main: 0, held: 0 })
  },
)
