import { createHmac } from 'node:crypto'
import type { AdminLink, LinkApi } from '@runnel/contract/admin/link'
import { LINK_TOKEN_LENGTH, linkMessage } from '@runnel/contract/check/link-proof'
import { newId } from '#kernel/id.ts'
import { sha256 } from '#kernel/secrets.ts'
import type { FakeShortlinks } from '#test/fakes/shortlinks.ts'
import type { Person, World } from '#test/world.ts'

/** A visit as a browser has it: what it was given, and the secret that it finds at the end of the way. */
export interface OpenVisit {
  readonly secret: string
  readonly vt: string
  readonly result: string
}

/** What a browser sends beside the secret; written apart from the server's own words for it. */
export const tokenOf = (person: Pick<Person, 'id'>, { secret, vt }: Pick<OpenVisit, 'secret' | 'vt'>): string =>
  createHmac('sha256', Buffer.from(vt, 'base64url'))
    .update(linkMessage({ secret, userId: person.id }))
    .digest('base64url')
    .slice(0, LINK_TOKEN_LENGTH)

const DAY_SECONDS = 86_400

/** What people and the owner do with shortlinks, as tests say it. */
export const linking = (world: World, fake: () => FakeShortlinks) => {
  let count = 0
  const someone = (kind = 'visitor'): Promise<Person> => {
    count += 1
    return world.user(`${kind}${count}`)
  }
  /** Somebody whose account is old enough to be trusted. */
  const regular = async (kind = 'regular'): Promise<Person> => {
    const person = await someone(kind)
    const joined = new Date(world.clock.now().getTime() - 30 * DAY_SECONDS * 1_000)
    await world.db.raw('UPDATE users SET joined_at = $2 WHERE id = $1', [person.id, joined])
    return person
  }
  const fields = (changes: Partial<ReturnType<typeof plain>> = {}) => ({ ...plain(), ...changes })
  const plain = () => ({
    name: 'Short',
    // The tests name others too.
    api: 'adlinkfly' as LinkApi,
    apiUrl: fake().api,
    apiKey: fake().apiKey,
    reward: 120,
    maxView: 3,
    priority: 0,
    minSeconds: 6,
    expectedSeconds: 40,
    countries: [] as string[],
    enabled: true,
  })
  const addLink = async (changes: Partial<ReturnType<typeof plain>> = {}): Promise<AdminLink> => {
    const owner = await world.owner()
    return (await owner.admin.addLink({ body: fields(changes) })).link
  }
  /** A link alone on the site. */
  const onlyLink = async (changes: Partial<ReturnType<typeof plain>> = {}): Promise<AdminLink> => {
    await world.db.raw('UPDATE link_providers SET enabled = false')
    return addLink(changes)
  }
  const open = async (person: Person, id: string): Promise<OpenVisit> => {
    const { result, vt } = await person.link.open({ params: { id } })
    return { result, vt, secret: fake().secretOf(result) }
  }
  const verify = (person: Person, visit: OpenVisit) =>
    person.link.verify({ headers: { 'x-link-token': tokenOf(person, visit) }, body: { secret: visit.secret } })
  /** A visit from its opening to its end. */
  const visit = async (person: Person, id: string, seconds = 40) => {
    const opened = await open(person, id)
    world.clock.turn(seconds)
    return verify(person, opened)
  }
  return { someone, regular, fields, addLink, onlyLink, open, verify, visit, ...records(world, someone) }
}

/** What stands in the database of visits, and what a test puts there. */
const records = (world: World, someone: (kind: string) => Promise<Person>) => {
  const paidFor = async (id: string): Promise<number> => {
    const [row] = await world.db.raw(
      `SELECT count(*)::int AS count FROM transfers t JOIN link_visits v ON t.key = 'link:' || v.id
       WHERE v.provider_id = $1`,
      [id],
    )
    return Number(row?.['count'])
  }
  const visitRow = async ({ secret }: Pick<OpenVisit, 'secret'>) =>
    world.db.read
      .selectFrom('link_visits')
      .selectAll()
      .where('secret_hash', '=', sha256(secret))
      .executeTakeFirstOrThrow()
  const marksOf = (person: Pick<Person, 'id'>) =>
    world.db.read
      .selectFrom('risk_marks')
      .select(['family', 'reason', 'points'])
      .where('user_id', '=', person.id)
      .orderBy('reason')
      .execute()
  /** Visits of other people that were paid before, as long ago as they are many. */
  const past = async (id: string, seconds: readonly number[], { trusted = true } = {}): Promise<void> => {
    const person = await someone('past')
    const now = world.clock.now().getTime()
    await world.db.raw(
      `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, status, trusted,
         opened_at, expires_at, arrived_at, seconds)
       SELECT gen_random_uuid(), $1, $2, sha256(gen_random_uuid()::text::bytea), '\\x00', 1, $3, 'past', 'paid', $4,
         at, $5, at, seconds
       FROM unnest($6::numeric[]) WITH ORDINALITY v (seconds, place),
         LATERAL (SELECT $5::timestamptz - make_interval(hours => place::integer) AS at) back`,
      [id, person.id, newId(), trusted, new Date(now - 86_400_000), [...seconds]],
    )
  }
  return { paidFor, visitRow, marksOf, past }
}
