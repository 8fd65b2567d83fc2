import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#adapters/mail/mail.ts'
import { notifyAndMail } from '#features/user/user.ts'
import { FinalFailure } from '#kernel/job/failure.ts'
import { credit, mailsNow, nextMorningMails } from '#test/features/digest.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { site_name: 'Coin Creek' } })

beforeEach(() => {
  world.clock.set('2026-03-10T12:00:00.000Z')
  world.mails.length = 0
})

const reader = async (name: string, rate: 'daily' | 'weekly' = 'daily'): Promise<Person> => {
  const person = await world.user(name)
  await person.digest.setRate({ body: { rate } })
  return person
}

const plan = () => world.runJob('digest.plan')
const rowOf = async ({ id }: Person) => (await world.db.raw('SELECT * FROM mail_digests WHERE user_id = $1', [id]))[0]

describe('the choice', () => {
  test('is never at first, can be changed, and belongs to its user', async () => {
    const [person, other] = [await world.user('chooses'), await world.user('other_one')]
    expect(await person.digest.rate()).toEqual({ rate: 'never' })
    for (const rate of ['daily', 'weekly', 'weekly', 'never', 'never', 'daily'] as const) {
      await person.digest.setRate({ body: { rate } })
      expect(await person.digest.rate()).toEqual({ rate })
    }
    expect(await other.digest.rate()).toEqual({ rate: 'never' })
  })

  test('is refused to guests and for other rates', async () => {
    const person = await world.user('odd_rate')
    const path = '/api/user/digest'
    expect((await person.raw({ method: 'PATCH', path, body: { rate: 'hourly' } })).status).toBe(422)
    expect((await person.raw({ method: 'PATCH', path, body: {} })).status).toBe(422)
    expect((await world.guest().raw({ method: 'PATCH', path, body: { rate: 'daily' } })).status).toBe(401)
    expect((await world.guest().raw({ method: 'GET', path })).status).toBe(401)
    expect(await rowOf(person)).toBeUndefined()
  })

  test('of another rate goes on where the former one was; one that begins anew tells nothing older', async () => {
    const person = await reader('changes_rate')
    await credit(world, person.id, 1)
    world.clock.turn(3_600)
    await person.digest.setRate({ body: { rate: 'weekly' } })
    expect(await rowOf(person)).toMatchObject({
      since: new Date('2026-03-10T12:00:00.000Z'),
      due_at: new Date('2026-03-16T08:00:00.000Z'),
    })
    await person.digest.setRate({ body: { rate: 'never' } })
    world.clock.turn(3_600)
    await person.digest.setRate({ body: { rate: 'daily' } })
    expect(await nextMorningMails(world, person)).toEqual([])
  })
})

describe('a summary', () => {
  test('tells what came since the last one, once, with the balance and how to end it', async () => {
    const person = await reader('daily_reader')
    for (let amount = 1; amount <= 12; amount += 1) await credit(world, person.id, amount * 1_000)
    const [mail, ...others] = await nextMorningMails(world, person)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your Coin Creek summary: 12 notifications')
    const { text = '', html = '' } = mail ?? {}
    expect(text).toContain('Hi daily_reader,')
    expect(text).toContain('since March 10, 2026:')
    expect(text).toContain('- 12,000 units earned from an offer\n  Otter: Game <12000>')
    expect(text).toContain('- 3,000 units earned')
    expect(text).not.toContain('- 2,000 units earned')
    expect(text).toContain('2 more notifications are in your account.')
    expect(text).toContain('Your balance: 0 units (≈ $0.00)')
    expect(text).toContain('http://runnel.test/app/dashboard')
    expect(text).toContain('http://runnel.test/app/account#mails')
    expect(html).toContain('Otter: Game &lt;12000&gt;')
    expect(text).toContain(`Turn off this summary: ${mail?.unsubscribeUrl}`)
    expect(html).toContain(`href="${mail?.unsubscribeUrl}"`)
    for (const secret of [person.id, person.token]) expect(JSON.stringify(mail)).not.toContain(secret)

    expect(await mailsNow(world, person)).toHaveLength(1)
    expect(await nextMorningMails(world, person)).toHaveLength(1)
    await credit(world, person.id, 7)
    const later = await nextMorningMails(world, person)
    expect(later).toHaveLength(2)
    expect(later[1]?.subject).toBe('Your Coin Creek summary: 1 notification')
    expect(later[1]?.text).not.toContain('more notification')
  })

  test('of a week comes on Monday', async () => {
    const person = await reader('weekly_reader', 'weekly')
    await credit(world, person.id)
    world.clock.set('2026-03-16T07:59:00.000Z')
    expect(await mailsNow(world, person)).toEqual([])
    world.clock.set('2026-03-16T08:00:00.000Z')
    expect(await mailsNow(world, person)).toHaveLength(1)
    await credit(world, person.id)
    world.clock.set('2026-03-22T12:00:00.000Z')
    expect(await mailsNow(world, person)).toHaveLength(1)
    world.clock.set('2026-03-23T08:00:00.000Z')
    expect(await mailsNow(world, person)).toHaveLength(2)
  })

  test('comes in the morning of its reader, who may move, and when the clocks change', async () => {
    const person = await world.user('traveller')
    await person.user.profile({ body: { tz: 'Asia/Tokyo' } })
    await person.digest.setRate({ body: { rate: 'daily' } })
    await credit(world, person.id)
    world.clock.set('2026-03-10T22:59:00.000Z')
    expect(await mailsNow(world, person)).toEqual([])
    world.clock.set('2026-03-10T23:01:00.000Z')
    const [first] = await mailsNow(world, person)
    expect(first?.text).toContain('since March 10, 2026:')
    world.clock.set('2026-03-28T12:00:00.000Z')
    await person.user.profile({ body: { tz: 'Europe/Berlin' } })
    await credit(world, person.id)
    world.clock.set('2026-03-29T05:59:00.000Z')
    expect(await mailsNow(world, person)).toHaveLength(1)
    world.clock.set('2026-03-29T06:00:00.000Z')
    expect(await mailsNow(world, person)).toHaveLength(2)
  })

  test('is in the language of its reader, from right to left where that is written so', async () => {
    const person = await reader('reads_arabic')
    await person.user.profile({ body: { locale: 'ar' } })
    await credit(world, person.id, 1_250)
    const [mail] = await nextMorningMails(world, person)
    expect(mail?.subject).toContain('ملخصك من Coin Creek')
    expect(mail?.text).toContain('1,250 وحدة')
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
  })

  test('comes beside what is mailed at once, and to who wants no such mails', async () => {
    const person = await reader('security_first')
    await person.user.profile({ body: { notifyByMail: false } })
    world.clock.turn(1)
    const now = world.clock.now()
    await world.db.write((tx) =>
      notifyAndMail(
        { tx, enqueue: (job, payload) => world.deps.queue.enqueue(tx, job, payload) },
        { userId: person.id, kind: 'password-changed', values: {}, now },
      ),
    )
    expect((await mailsNow(world, person)).map(({ subject }) => subject)).toEqual([expect.stringContaining('password')])
    const [, mail] = await nextMorningMails(world, person)
    expect(mail?.text).toContain('- Password changed')
  })
})

describe('no summary goes to', () => {
  const lock = "locked_at = now(), lock_reason = 'Two accounts'"
  test.each([
    ['an address that is not confirmed', 'unproved', 'UPDATE users SET email_verified_at = NULL WHERE id = $1'],
    ['a locked account', 'locked', `UPDATE users SET ${lock} WHERE id = $1`],
    ['a deleted account', 'deleted', `UPDATE users SET deleted_at = now(), ${lock} WHERE id = $1`],
    [
      'an address that refused mails',
      'bounced',
      "INSERT INTO mail_bounces SELECT lower(email), 1, 'no such mailbox', now() FROM users WHERE id = $1",
    ],
  ])('%s, whether planned or already queued', async (_what, name, change) => {
    const [early, late, other] = [
      await reader(`early_${name}`),
      await reader(`late_${name}`),
      await reader(`fine_${name}`),
    ]
    for (const { id } of [early, late, other]) await credit(world, id)
    await world.db.raw(change, [early.id])
    world.clock.set('2026-03-11T08:00:00.000Z')
    await plan()
    await world.db.raw(change, [late.id])
    await world.runJobs()
    expect(world.mails.map(({ to }) => to).filter((to) => to.includes(name))).toEqual([`fine_${name}@example.com`])
    expect((await rowOf(early))?.['due_at']).toEqual(new Date('2026-03-12T08:00:00.000Z'))
  })

  test('a lock that is over keeps nothing back', async () => {
    const person = await reader('locked_once')
    await credit(world, person.id)
    const lock = "locked_at = '2026-03-01', locked_until = '2026-03-02', lock_reason = 'Two accounts'"
    await world.db.raw(`UPDATE users SET ${lock} WHERE id = $1`, [person.id])
    expect(await nextMorningMails(world, person)).toHaveLength(1)
  })
})

test('each account is planned once, however many plan at once and however many there are', async () => {
  const people: Person[] = []
  for (let count = 0; count < 230; count += 1) people.push(await reader(`crowd_${count}`))
  for (const { id } of people) await credit(world, id)
  world.clock.set('2026-03-11T08:00:00.000Z')
  await Promise.all([plan(), plan(), plan()])
  await world.runJobs()
  const receivers = world.mails.map(({ to }) => to).filter((to) => to.startsWith('crowd_'))
  expect(receivers).toHaveLength(230)
  expect(new Set(receivers).size).toBe(230)
})

describe('a mail that is not taken', () => {
  const failing = useWorld({
    mailer: {
      send: async (mail) => {
        const [error] = errors.splice(0, 1)
        if (error !== undefined) throw error
        taken.push(mail)
      },
      close: async () => undefined,
    },
  })
  const errors: Error[] = []
  const taken: Mail[] = []

  const run = (userId: string) => failing.runJob('mail.digest', { userId, until: failing.clock.now().toISOString() })

  const open = async (name: string) => {
    const person = await failing.user(name)
    await person.digest.setRate({ body: { rate: 'daily' } })
    failing.clock.turn(60)
    await credit(failing, person.id)
    return person
  }

  test('is tried again and then sent once', async () => {
    const { id } = await open('busy_server')
    errors.push(new Error('421 busy'), new Error('421 busy'))
    await expect(run(id)).rejects.toThrow('421')
    await expect(run(id)).rejects.toThrow('421')
    await run(id)
    await run(id)
    expect(taken.filter(({ to }) => to.startsWith('busy_server'))).toHaveLength(1)
  })

  test('for good is tried no more', async () => {
    const { id } = await open('no_mailbox')
    errors.push(new FinalFailure('550 no such mailbox'))
    await expect(run(id)).rejects.toThrow('550')
    await run(id)
    expect(taken.filter(({ to }) => to.startsWith('no_mailbox'))).toEqual([])
  })

  test('is not sent after its reader has ended it', async () => {
    const person = await open('ends_it')
    errors.push(new Error('421 busy'))
    await expect(run(person.id)).rejects.toThrow('421')
    await person.digest.setRate({ body: { rate: 'never' } })
    await run(person.id)
    expect(taken.filter(({ to }) => to.startsWith('ends_it'))).toEqual([])
  })
})
