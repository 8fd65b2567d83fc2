import { sha256 } from '@runnel/server/src/kernel/secrets.ts'
import { codeOf } from '@runnel/server/src/test/authenticator.ts'
import type { Page } from 'playwright-core'
import { eventually } from '#e2e/assertions.ts'
import { type Person, password, type World } from '#e2e/world.ts'

/** Switches the second step of an account on, as its person would with an app; returns the secret and the codes. */
export const switchOnTwoStep = async (
  person: Person,
  now = new Date(),
): Promise<{ secret: string; recoveryCodes: readonly string[] }> => {
  const { secret } = await person.api.twoStep.start()
  const { recoveryCodes } = await person.api.twoStep.confirm({ body: { code: codeOf(secret, now) } })
  return { secret, recoveryCodes }
}

/** Lets the proof of a session run out, as ten minutes would. */
export const expireStepUp = async ({ db }: World, { id }: { readonly id: string }): Promise<void> => {
  await db.write((tx) => tx.updateTable('sessions').set({ proved_at: null }).where('user_id', '=', id).execute())
}

/** The same person at a screen where nobody has proved anything for a while; their other sessions stay as they are. */
export const withOldProof = async (world: World, person: Person): Promise<Person> => {
  const token = await world.anotherSession(person)
  const proved = { proved_at: new Date(Date.now() - 3_600_000) }
  await world.db.write((tx) => tx.updateTable('sessions').set(proved).where('token_hash', '=', sha256(token)).execute())
  return { ...person, token }
}

/** Answers the question who is at the screen, if it is asked before `done` can be seen. */
export const confirmIfAsked = async (page: Page, done: ReturnType<Page['locator']>): Promise<void> => {
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.or(done).first().waitFor()
  if (!(await question.isVisible())) return
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await done.waitFor()
}

export interface Members {
  /** Asks for a code with every login. */
  readonly twofold: Person
  /** Came by Google and has no name yet. */
  readonly nameless: Person
  /** Locked, and waits for an answer. */
  readonly appealing: Person
  /** Locked, and was told no. */
  readonly answered: Person
  /** Held back in every way short of a lock. */
  readonly limited: Person
}

const words = 'My sister and I share one phone and one wallet. We both click ourselves, she in the morning.'

/** People whose account is not as others are. */
export const fillAccounts = async (world: World): Promise<Members> => {
  const { db, owner } = world
  const { admin } = owner.api
  const members: Members = {
    twofold: await world.person('twofold'),
    nameless: await world.person('nameless'),
    appealing: await world.person('sorry_swan'),
    answered: await world.person('cross_crane'),
    limited: await world.person('half_heron'),
  }
  await world.settings({ google_client_id: 'runnel', google_client_secret: 'a secret of the provider' })
  await world.settings({ telegram_client_id: '7012345678', telegram_client_secret: 'a secret of the bot' })
  await switchOnTwoStep(members.twofold)
  await db.write((tx) =>
    tx.updateTable('users').set({ needs_init: true }).where('id', '=', members.nameless.id).execute(),
  )
  await world.earn(members.limited, { amount: 60_000, exp: 400 })
  const reason = 'Three accounts asked to be paid to one address.'
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const lock = { users: [members.appealing.id, members.answered.id], reason, until }
  await admin.banSuspects({ query: {}, body: lock })
  for (const person of [members.appealing, members.answered]) {
    await person.api.appeal.appeal({ body: { message: words } })
  }
  const { items } = await admin.appeals({ query: { username: members.answered.username } })
  const message = 'The two phones are one: the same device claimed for both at night. The lock stays as it is.'
  for (const { _id: id } of items) await admin.answerAppeal({ params: { id }, body: { verdict: 'keep', message } })
  for (const kind of ['challenge', 'review'] as const) {
    const why = 'Claims come at the very same second as those of another account, day after day.'
    await admin.measureSuspects({ body: { users: [members.limited.id], kind, reason: why, until } })
  }
  return members
}

/** Uses up what the faucet gives out today, and stops everything else until a person has looked. */
export const closeSources = async (world: World): Promise<void> => {
  await world.earn(await world.person('last_drop'), { amount: 100 })
  const { settings } = await world.owner.api.admin.settings()
  // The others stay: to lift one would wait for a second admin.
  await world.settings({ daily_budgets: { ...settings.daily_budgets, faucet: 1 } })
  await world.owner.api.admin.stopOutflow({
    body: {
      sources: ['bonus', 'challenge', 'coupon', 'link', 'offerwall', 'ptc', 'task'],
      payouts: true,
      reason: 'More left in an hour than in a day of last week.',
    },
  })
  await eventually(async () => {
    const { closed } = await world.owner.api.outflow.closed()
    if (!closed.some(({ source }) => source === 'faucet')) throw new Error('the faucet still pays')
  })
}
