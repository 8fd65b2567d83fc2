import type { CaptchaAnswer } from '@runnel/contract/check/captcha'
import { answerMac, CHALLENGE_SECONDS, sealChallenge, uniqueSorted } from '#guard/check/challenge-envelope.ts'
import type { Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { sha256, type Secrets } from '#kernel/secrets.ts'
import type { CampaignRow } from '#kernel/tables/advertising.ts'
import { escrowAccount, openEscrow, openPlainAccounts, outsideAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { seededId, seedPeople } from '#test/claims.ts'

type Fields = Partial<Pick<CampaignRow, 'id' | 'kind' | 'title' | 'timer' | 'price' | 'reward' | 'views'>> &
  Partial<Pick<CampaignRow, 'countries' | 'min_level' | 'device' | 'interval_seconds' | 'status'>>

/** A campaign that runs: paid for from outside, approved, its whole price in its escrow. */
export const seedCampaign = (
  db: Db,
  { ownerId, now, ...given }: { ownerId: string; now: Date } & Fields,
): Promise<string> =>
  db.write(async (tx) => {
    const fields = { id: newId(), timer: 10, price: 50, reward: 35, views: 100, ...given }
    const { id, price, views } = fields
    const deposit = userAccount(ownerId, 'deposit')
    const outside = outsideAccount('deposit', 'USD')
    await openPlainAccounts(tx, [outside], now)
    await openEscrow(tx, id, now)
    const amount = price * views
    const paid = { kind: 'deposit', debit: outside, credit: deposit, amount, key: `deposit:${id}` } as const
    const funded = { kind: 'campaign-fund', debit: deposit, credit: escrowAccount(id), amount } as const
    await post(tx, [paid], now)
    await post(tx, [{ ...funded, key: `campaign-fund:${id}`, ref: id }], now)
    await tx
      .insertInto('campaigns')
      .values({
        kind: 'iframe',
        title: 'A page worth seeing',
        description: '',
        url: 'https://example.com/',
        video_id: null,
        countries: [],
        min_level: 1,
        device: 'any',
        interval_seconds: 86_400,
        status: 'active',
        reason: null,
        ...fields,
        user_id: ownerId,
        views_left: views,
        reports_since: now,
        created_at: now,
        updated_at: now,
      })
      .execute()
    return id
  })

/** A viewer who is signed in and has solved the human check that `verify` asks for. */
export interface ReadyViewer {
  readonly userId: string
  readonly headers: Readonly<Record<string, string>>
  readonly captcha: CaptchaAnswer
}

const PICKS = ['pictureAAAA', 'pictureBBBB'] as const
const SOLVED_AFTER_SECONDS = 5

/** Makes `count` viewers in a few statements, with what registering and `GET /api/captcha` leave behind. */
export const seedViewers = async (
  { db, secrets, now }: { db: Db; secrets: Secrets; now: Date },
  { from, count }: { from: number; count: number },
): Promise<ReadyViewer[]> => {
  const { ids, tokens, hashes } = await seedPeople(db, now, { from, count })
  const issued = new Date(now.getTime() - SOLVED_AFTER_SECONDS * 1_000)
  const expires = new Date(issued.getTime() + CHALLENGE_SECONDS * 1_000)
  await db.raw(
    `INSERT INTO challenges (id, user_id, bound_to, action, family, option_ids, answer_mac, pow_level, captcha_too,
       issued_at, expires_at, ip_net)
     SELECT id, id, substr(hash, 1, 8), 'ptc', 'image', $5, mac, 0, false, $3, $4, '127.0.0.0/24'
     FROM unnest($1::uuid[], $2::bytea[], $6::bytea[]) AS c (id, hash, mac)`,
    [ids, hashes, issued, expires, [...PICKS], ids.map((id) => answerMac(secrets, id, uniqueSorted(PICKS)))],
  )
  return ids.map((id, position) => {
    const token = tokens[position] ?? ''
    const s = sha256(token).subarray(0, 8).toString('hex')
    const envelope = sealChallenge(
      secrets,
      { c: id, u: id, a: 'ptc', s, p: 'image', e: expires.getTime() / 1_000 },
      now,
    )
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    return { userId: id, headers, captcha: { id: envelope, picks: [...PICKS] } }
  })
}

/** The ticket of the seeded viewer with this index; SQL can spell it as well. */
export const seededTicket = (index: number): string => seededId(index).replace('-8000-', '-9000-')

/** Lets each of these viewers have watched an ad to its end; `campaigns` are dealt out in turn, by index. */
export const seedTickets = async (
  { db, now }: { db: Db; now: Date },
  { from, count, campaigns }: { from: number; count: number; campaigns: readonly string[] },
): Promise<void> => {
  const indices = Array.from({ length: count }, (_, offset) => from + offset)
  const ids = [indices.map(seededTicket), indices.map(seededId)]
  const ads = indices.map((index) => campaigns[index % campaigns.length])
  await db.raw(
    `INSERT INTO ptc_views (id, campaign_id, user_id, status, price, reward, timer, beat_seconds, device, device_id,
       ip_net, opened_at, expires_at, beats, watched_ms, watching, beat_at)
     SELECT t.id, c.id, t.viewer, 'open', c.price, c.reward, c.timer, 2, 'desktop', t.viewer,
       '127.0.0.0/24', $4::timestamptz - interval '2 minutes', $4::timestamptz + interval '10 minutes', 9,
       c.timer * 1000, false, $4
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t (id, viewer, campaign)
     JOIN campaigns c ON c.id = t.campaign`,
    [...ids, ads, now],
  )
}
