import type { Contract } from '@runnel/contract'
import { userView } from '#features/user/user.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { type LastLine, statementBehind } from '#money/statement.ts'
import { sections } from './sections.ts'

type ExportContext = Context<Contract['ownData']['export']>

/** Entries that are read at a time: no more of them ever stand in memory. */
const CHUNK = 500

/** Everything that is kept about the caller, as a file that is made while it is sent. */
export const exportOf = async ({ db, caller, settings, now }: ExportContext) => {
  // Read before the answer begins, so that what fails at once is still told as a failure.
  const head = await headOf(db, caller.id, now)
  return {
    filename: `${caller.username}-${dayOf(now)}.json`,
    pieces: piecesOf(db, caller.id, { site: settings.site_name, madeAt: now.toISOString(), ...head }),
  }
}

const headOf = async (db: Read, userId: string, now: Date) => {
  const [profile, secret, google, telegram] = await Promise.all([
    userView(db, { userId, now }),
    db
      .selectFrom('users')
      .select(['password_hash', 'two_step_at', 'hide_name', 'last_seen_at', 'trust_level', 'trust_grants'])
      .select(['age_confirmed', 'age_confirmed_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('google_accounts')
      .select(['issuer', 'subject', 'email', 'linked_at'])
      .where('user_id', '=', userId)
      .execute(),
    db
      .selectFrom('telegram_accounts')
      .select(['issuer', 'subject', 'name', 'linked_at'])
      .where('user_id', '=', userId)
      .execute(),
  ])
  return {
    profile: {
      ...profile,
      hasPassword: secret.password_hash !== null,
      twoStepSince: secret.two_step_at,
      hideName: secret.hide_name,
      lastSeenAt: secret.last_seen_at,
      ageConfirmed: secret.age_confirmed,
      ageConfirmedAt: secret.age_confirmed_at,
      // From 1, as the page of the account's trust counts.
      trustStep: secret.trust_level + 1,
      trustGrants: secret.trust_grants,
    },
    google,
    telegram,
  }
}

const piecesOf = async function* (db: Read, userId: string, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 1).slice(0, -2)
  yield* listOf('statement', linesOf(db, userId))
  for (const name of Object.keys(sections)) yield* listOf(name, entriesOf(db, userId, name))
  yield '\n}\n'
}

/** A list of the file, in pieces of many entries each. */
const listOf = async function* (name: string, chunks: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield `,\n ${JSON.stringify(name)}: [`
  let comma = ''
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    yield `${comma}\n  ${chunk.map((entry) => JSON.stringify(entry)).join(',\n  ')}`
    comma = ','
  }
  yield ']'
}

const linesOf = async function* (db: Read, userId: string): AsyncGenerator<readonly object[]> {
  let last: LastLine | undefined
  for (;;) {
    const lines = await statementBehind(db, userId, { last, limit: CHUNK })
    yield lines
    last = lines.at(-1)
    if (lines.length < CHUNK) return
  }
}

const entriesOf = async function* (db: Read, userId: string, name: string): AsyncGenerator<readonly object[]> {
  let after: string | undefined
  for (;;) {
    const read = sections[name]?.({ userId, after, limit: CHUNK })
    const { rows } = (await read?.execute(db)) ?? { rows: [] }
    yield rows.map(({ entry }) => entry)
    after = rows.at(-1)?.key
    if (rows.length < CHUNK) return
  }
}
