import { notify } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'
import type { Person, World } from '#test/world.ts'

/** Whatever any kind of notification may tell. */
export const sampleValues = {
  amount: 1_250,
  address: 'bc1q',
  count: 2,
  days: 3,
  device: 'Firefox on Linux',
  email: 'ann@example.com',
  host: 'hooks.example.com',
  left: 4,
  level: 5,
  link: 'Short',
  message: 'An answer',
  method: 'Bitcoin',
  name: 'A key',
  offer: 'A game',
  wall: 'Otter',
  rank: 1,
  reason: 'A reason',
  state: 'declined',
  subject: 'A question',
  title: 'A title',
  username: 'bo•••b',
}

/** A reason that the server gives, as it is stored. */
export const reasonOf = () => say('ownData.userDeletedAccount')

/** Puts something under the bell, a second later. */
export const credit = async ({ db, clock }: Pick<World, 'db' | 'clock'>, userId: string, amount = 500) => {
  clock.turn(1)
  await db.write((tx) =>
    notify(tx, {
      userId,
      kind: 'offer-credited',
      values: { wall: 'Otter', offer: `Game <${amount}>`, amount },
      now: clock.now(),
    }),
  )
}

/** Turns the clock to 8:01 UTC of the next day, plans, and sends. Returns the mails of that person. */
export const nextMorningMails = async (world: World, { username }: Pick<Person, 'username'>) => {
  const day = later(world.clock.now(), 86_400).toISOString().slice(0, 10)
  world.clock.set(`${day}T08:01:00.000Z`)
  return mailsNow(world, { username })
}

/** Plans and sends what is due now. */
export const mailsNow = async (world: World, { username }: Pick<Person, 'username'>) => {
  await world.runJob('digest.plan')
  await world.runJobs()
  return world.mails.filter(({ to }) => to === `${username}@example.com`)
}
