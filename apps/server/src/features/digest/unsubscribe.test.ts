import { describe, expect, test } from 'vitest'
import { createSecrets } from '#kernel/secrets.ts'
import { credit, nextMorningMails } from '#test/features/digest.ts'
import { type Person, useWorld } from '#test/world.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts'

const world = useWorld({ settings: { site_name: 'Coin <Creek>' } })

const reader = async (name: string): Promise<Person> => {
  const person = await world.user(name)
  await person.digest.setRate({ body: { rate: 'daily' } })
  return person
}

const pathFor = ({ id }: Person): string =>
  `/unsubscribe/${unsubscribeToken(world.secrets, { userId: id, now: world.clock.now() })}`

const ask = (path: string, headers = {}) => world.app.inject({ method: 'GET', url: path, headers })
const end = (path: string, options: { payload?: string; headers?: Record<string, string> } = {}) =>
  world.app.inject({ method: 'POST', url: path, ...options })

describe('the link of a summary', () => {
  test('of a mail asks without a session, and its button ends the summary', async () => {
    const person = await reader('follows_link')
    await credit(world, person.id)
    const [mail] = await nextMorningMails(world, person)
    const path = new URL(mail?.unsubscribeUrl ?? '').pathname
    expect(path).not.toContain(person.id)
    const asked = await ask(path)
    expect(asked.statusCode).toBe(200)
    expect(asked.body).toContain('Turn off the email summary from Coin &lt;Creek&gt;?')
    expect(asked.body).toContain('<form method="post">')
    for (const known of [person.id, person.username, 'example.com']) expect(asked.body).not.toContain(known)
    expect(asked.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(asked.headers['content-security-policy']).toContain("default-src 'none'")
    const form = { payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const done = await end(path, form)
    expect(done.statusCode).toBe(200)
    expect(done.body).toContain('The email summary is off.')
    expect(await person.digest.rate()).toEqual({ rate: 'never' })
  })

  test('changes nothing when it is only opened, however often and by whom', async () => {
    const person = await reader('prefetched')
    const path = pathFor(person)
    for (let count = 0; count < 3; count += 1) expect((await ask(path)).statusCode).toBe(200)
    expect((await world.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
    expect(await person.digest.rate()).toEqual({ rate: 'daily' })
  })

  test.each([
    ['form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'parts',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click',
    ],
    ['json', 'application/json', '{"broken'],
  ])('ends it by one POST of a mail program, as %s, and twice says yes', async (name, type, payload) => {
    const person = await reader(`one_click_${name}`)
    const path = pathFor(person)
    for (let count = 0; count < 2; count += 1) {
      expect((await end(path, { payload, headers: { 'content-type': type } })).statusCode).toBe(200)
    }
    expect((await end(path)).statusCode).toBe(200)
    expect(await person.digest.rate()).toEqual({ rate: 'never' })
  })

  test('ends the summary of nobody else', async () => {
    const [person, other] = [await reader('mine_only'), await reader('stays_on')]
    await end(pathFor(person))
    expect(await other.digest.rate()).toEqual({ rate: 'daily' })
  })

  test('that is made up, changed, too old or of a deleted account is refused and changes nothing', async () => {
    const person = await reader('keeps_it')
    const path = pathFor(person)
    const foreign = unsubscribeToken(createSecrets('another site, and its secret of 32'), {
      userId: person.id,
      now: world.clock.now(),
    })
    const changed = path.slice(0, -2) + (path.endsWith('AA') ? 'BB' : 'AA')
    const wrong = ['/unsubscribe/x', `/unsubscribe/${'A'.repeat(48)}`, `/unsubscribe/${foreign}`, changed, `${path}A`]
    for (const one of wrong) {
      for (const answer of [await ask(one), await end(one)]) {
        expect([one, answer.statusCode]).toEqual([one, 404])
        expect(answer.body).toContain('This link is invalid or has expired.')
        expect(answer.body).not.toContain('<form')
      }
    }
    world.clock.turn(90 * 86_400 + 1)
    expect((await end(path)).statusCode).toBe(404)
    expect(await world.db.raw('SELECT rate FROM mail_digests WHERE user_id = $1', [person.id])).toHaveLength(1)
    world.clock.turn(-2)
    expect((await ask(path)).statusCode).toBe(200)
    const lock = "locked_at = now(), lock_reason = 'Deleted'"
    await world.db.raw(`UPDATE users SET deleted_at = now(), ${lock} WHERE id = $1`, [person.id])
    expect((await end(path)).statusCode).toBe(404)
  })

  test('is answered in the language of its reader, or else of the browser', async () => {
    const person = await reader('reads_hindi')
    await person.user.profile({ body: { locale: 'ar' } })
    const asked = await ask(pathFor(person), { 'accept-language': 'fr' })
    expect(asked.body).toContain('<html lang="ar" dir="rtl">')
    expect((await ask('/unsubscribe/x', { 'accept-language': 'fr' })).body).toContain('<html lang="fr" dir="ltr">')
  })

  test('takes no long body', async () => {
    const person = await reader('long_body')
    const answer = await end(pathFor(person), { payload: 'x'.repeat(5_000), headers: { 'content-type': 'text/plain' } })
    expect(answer.statusCode).toBe(413)
    expect(await person.digest.rate()).toEqual({ rate: 'daily' })
  })
})

test('a token tells who and when, and lasts for 90 days', () => {
  const secrets = createSecrets('one site and its secret of 32 signs')
  const userId = '0190a0b1-c2d3-7e4f-8a5b-6c7d8e9f0a1b'
  const now = new Date('2026-03-10T12:00:00.000Z')
  const token = unsubscribeToken(secrets, { userId, now })
  expect(token).toMatch(/^[\w-]{48}$/)
  expect(readUnsubscribeToken(secrets, token, now)).toBe(userId)
  expect(readUnsubscribeToken(secrets, token, new Date('2026-06-08T12:00:00.000Z'))).toBe(userId)
  expect(readUnsubscribeToken(secrets, token, new Date('2026-06-08T12:00:01.000Z'))).toBeUndefined()
})
