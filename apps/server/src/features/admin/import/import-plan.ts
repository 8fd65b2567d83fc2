import { sql } from 'kysely'
import { isReserved } from '#features/auth/auth.ts'
import type { Read } from '#kernel/db.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import type { FileRow } from './import-file.ts'
import { type ImportUser, isProblem, proposalFor, readRow, type RowProblem, type Unit } from './import-row.ts'
import { inReferrerCircle } from './referrer-circles.ts'

/** What a file would do. */
export interface Plan {
  readonly fresh: readonly Planned[]
  /** Rows that an earlier import of this source took. */
  readonly skipped: number
  readonly problems: readonly RowProblem[]
}

export interface Planned {
  readonly line: number
  readonly user: ImportUser
}

export interface PlanInput {
  readonly rows: readonly FileRow[]
  readonly source: string
  readonly unit: Unit
  readonly reservedNames: readonly string[]
  readonly now: Date
}

const BATCH = 5_000

/** Checks every row as it would be taken now; rows of one file are held against each other too. */
export const planImport = async (db: Read, { rows, source, unit, reservedNames, now }: PlanInput): Promise<Plan> => {
  const seen = nothing()
  const fresh: Planned[] = []
  const problems: RowProblem[] = []
  let skipped = 0
  for (let at = 0; at < rows.length; at += BATCH) {
    const read = rows.slice(at, at + BATCH).map((row) => ({ line: row.line, read: readRow(row, unit, now) }))
    const users = read.flatMap((one) => (isProblem(one.read) ? [] : [{ line: one.line, user: one.read }]))
    const wrong = read.flatMap((one) => (isProblem(one.read) ? [one.read] : []))
    const part = await planRows(db, users, { source, reservedNames, seen, wrong })
    fresh.push(...part.fresh)
    problems.push(...part.problems)
    skipped += part.skipped
  }
  const circular = inReferrerCircle(fresh)
  if (circular.size === 0) return { fresh, skipped, problems }
  const sentence = say('owner.import.referrerCircle')
  for (const { line, user } of circular) problems.push({ line, username: user.username, sentence, proposal: null })
  return {
    fresh: fresh.filter((one) => !circular.has(one)),
    skipped,
    problems: problems.toSorted((a, b) => a.line - b.line),
  }
}

interface Batch {
  readonly source: string
  readonly reservedNames: readonly string[]
  /** What stood in rows before these. */
  readonly seen?: Seen
  /** Rows that cannot be taken whatever the database says; only a name to propose is looked for. */
  readonly wrong?: readonly RowProblem[]
}

const nothing = (): Seen => ({ names: new Set(), mailboxes: new Set(), ids: new Set() })

/** Looks at rows against each other and against who is there. */
export const planRows = async (
  db: Read,
  users: readonly Planned[],
  { source, reservedNames, seen = nothing(), wrong = [] }: Batch,
): Promise<Plan> => {
  const known = await knownOf(db, source, users, wrong)
  const fresh: Planned[] = []
  const problems = wrong.map(({ proposal, ...problem }) => ({
    ...problem,
    proposal: proposal && freeName(proposal, { known, seen, reservedNames }),
  }))
  let skipped = 0
  for (const one of users) {
    const problem = known.ids.has(one.user.externalId) ? undefined : problemOf(one, { known, seen, reservedNames })
    if (known.ids.has(one.user.externalId)) skipped += 1
    else if (problem === undefined) fresh.push(one)
    else problems.push(problem)
    remember(seen, one.user)
  }
  return { fresh, skipped, problems: problems.sort((a, b) => a.line - b.line) }
}

interface Seen {
  readonly names: Set<string>
  readonly mailboxes: Set<string>
  readonly ids: Set<string>
}

const remember = (seen: Seen, user: ImportUser): void => {
  seen.names.add(user.username)
  seen.mailboxes.add(user.emailKey)
  seen.ids.add(user.externalId)
}

interface Against {
  readonly known: Seen
  readonly seen: Seen
  readonly reservedNames: readonly string[]
}

const problemOf = ({ line, user }: Planned, against: Against): RowProblem | undefined => {
  const { known, seen } = against
  const { username, emailKey, externalId } = user
  const wrong = (sentence: string): RowProblem => ({ line, username, sentence, proposal: null })
  if (seen.ids.has(externalId)) return wrong(say('owner.import.idAlsoAppearsEarlier'))
  if (known.mailboxes.has(emailKey)) return wrong(say('owner.import.accountEmailAddressAlready'))
  if (seen.mailboxes.has(emailKey)) return wrong(say('owner.import.emailAddressAlsoAppears'))
  const sentence = nameProblem(username, against)
  if (sentence === undefined) return undefined
  return { ...wrong(sentence), proposal: freeName(username, against) }
}

const nameProblem = (name: string, { known, seen, reservedNames }: Against): string | undefined => {
  if (isReserved(name, reservedNames)) return say('owner.import.usernameReserved')
  if (known.names.has(name)) return say('owner.import.usernameTaken')
  return seen.names.has(name) ? say('owner.import.usernameAlsoAppearsEarlier') : undefined
}

const TURNS = 20

/** A name like it that nobody has, as far as is known here; null after many tries. */
const freeName = (name: string, against: Against): string | null => {
  for (let turn = 0; turn < TURNS; turn++) {
    const proposal = proposalFor(name, turn)
    if (nameProblem(proposal, against) === undefined) return proposal
  }
  return null
}

/** Which of these names, with those that could be proposed, mailboxes and ids are taken. */
const knownOf = async (
  db: Read,
  source: string,
  users: readonly Planned[],
  wrong: readonly RowProblem[],
): Promise<Seen> => {
  const all = users.map(({ user }) => user)
  const names = [...all.map(({ username }) => username), ...wrong.flatMap(({ proposal }) => proposal ?? [])]
  const taken = await namesTaken(db, names)
  const again = names.filter((name) => taken.has(name)).flatMap((name) => turnsOf(name))
  const others = again.length === 0 ? new Set<string>() : await namesTaken(db, again)
  const mailboxes = await db
    .selectFrom('users')
    .select('email_key')
    .where('email_key', '=', sql<string>`ANY(${all.map((user) => user.emailKey)}::text[])`)
    .execute()
  const ids = await db
    .selectFrom('imported_users')
    .select('external_id')
    .where('source', '=', source)
    .where('external_id', '=', sql<string>`ANY(${all.map((user) => user.externalId)}::text[])`)
    .execute()
  return {
    names: new Set([...taken, ...others]),
    mailboxes: new Set(mailboxes.map((row) => row.email_key)),
    ids: new Set(ids.map((row) => row.external_id)),
  }
}

const turnsOf = (name: string): string[] => Array.from({ length: TURNS }, (_, turn) => proposalFor(name, turn))

/** Names that somebody has, or had before they left. */
const namesTaken = async (db: Read, names: readonly string[]): Promise<Set<string>> => {
  const hashed = new Map(names.map((name) => [sha256(name).toString('hex'), name]))
  const [users, retired] = await Promise.all([
    sql<{ username: string }>`
      SELECT username FROM users WHERE username = ANY(${[...names]}::text[])`.execute(asExecutor(db)),
    sql<{ hash: string }>`
      SELECT encode(name_hash, 'hex') AS hash FROM retired_names
      WHERE name_hash = ANY(ARRAY(SELECT decode(h, 'hex') FROM unnest(${[...hashed.keys()]}::text[]) h))`.execute(
      asExecutor(db),
    ),
  ])
  const gone = retired.rows.flatMap(({ hash }) => hashed.get(hash) ?? [])
  return new Set([...users.rows.map(({ username }) => username), ...gone])
}
