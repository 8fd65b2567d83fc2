import { expect, test } from 'vitest'
import { inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: inReview })

/** Subjects of what came, but that an address is new, which always comes. */
const subjectsTo = async ({ id }: Person): Promise<string[]> => {
  await world.runJobs()
  const [row] = await world.db.raw('SELECT email FROM users WHERE id = $1', [id])
  const subjects = world.mails.filter(({ to }) => to === row?.['email']).map(({ subject }) => subject)
  return subjects.filter((subject) => !subject.startsWith('New payout address'))
}

test('a kind of mail that was switched off does not come, all others do', async () => {
  const { owner, person, ids } = await withPendingWithdrawals(world, 'quiet', [10_000, 20_000])
  const [first = '', second = ''] = ids
  const reason = 'This address belongs to another account.'
  const off = await person.user.profile({ body: { mailsOff: ['withdrawal-rejected', 'withdrawal-rejected'] } })
  expect(off.user).toMatchObject({ notifyByMail: true, mailsOff: ['withdrawal-rejected'] })
  await owner.admin.rejectWithdrawals({ body: { ids: [first], reason } })
  expect(await subjectsTo(person)).toEqual([])
  expect((await person.user.me()).notification.notifications[0]?.kind).toBe('withdrawal-rejected')

  const on = await person.user.profile({ body: { mailsOff: ['withdrawal-paid', 'dispute-lost'] } })
  expect(on.user.mailsOff).toEqual(['withdrawal-paid', 'dispute-lost'])
  await owner.admin.rejectWithdrawals({ body: { ids: [second], reason } })
  expect(await subjectsTo(person)).toEqual([expect.stringContaining('was rejected')])
  expect(world.mails.at(-1)?.text).toContain('/app/account#mails')
})

test('what is about the account itself always comes, and cannot be switched off', async () => {
  const owner = await world.owner()
  const person = await world.user('careless')
  const wish = { mailsOff: ['password-changed'] }
  expect((await person.raw({ method: 'PATCH', path: '/api/user/profile', body: wish })).status).toBe(422)
  await person.user.profile({ body: { notifyByMail: false } })
  await owner.admin.banUsers({ body: { ids: [person.id], reason: 'Three accounts share one wallet.' } })
  expect(await subjectsTo(person)).toEqual([expect.stringContaining('was locked')])
  expect(world.mails.at(-1)?.text).not.toContain('#mails')
})
