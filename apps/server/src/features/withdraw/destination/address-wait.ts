import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { notifyAndMail } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

interface Place {
  readonly userId: string
  readonly address: string
  readonly addressKey: string
}

interface KnownPlace {
  /** When this user first entered it, for a withdrawal or to keep it; null: never. */
  readonly since: Date | null
  readonly wasPaid: boolean
}

/** What is known of a place of somebody. Where one account has many names, each name is the same place. */
const knownPlace = async (db: Read, { userId, address, addressKey }: Place): Promise<KnownPlace> => {
  const { rows } = await sql<KnownPlace>`
    SELECT min(at) AS since, coalesce(bool_or(paid), false) AS "wasPaid" FROM (
      SELECT created_at AS at, status = 'paid' AS paid FROM withdrawals
      WHERE user_id = ${userId} AND address_key = ${addressKey}
      UNION ALL
      SELECT created_at, false FROM payout_addresses
      WHERE user_id = ${userId} AND (address_key = ${addressKey} OR lower(address) = ${address.toLowerCase()})
    ) AS seen`.execute(asExecutor(db))
  return rows[0] ?? { since: null, wasPaid: false }
}

const HOUR_SECONDS = 3_600

/**
 * Until when a payout to an address waits: whoever took an account over adds an address first, and its owner gets that
 * long to see the mail about it. One that was paid before waits no more.
 */
export const addressWait = async (
  db: Read,
  place: Place,
  { settings, now }: { readonly settings: Settings; readonly now: Date },
): Promise<Date | null> => {
  const { since, wasPaid } = await knownPlace(db, place)
  if (wasPaid) return null
  const until = later(since ?? now, settings.payout_address_wait_hours * HOUR_SECONDS)
  return until > now ? until : null
}

/** Mails the user about an address that was never entered before. To be called before it is stored. */
export const tellOfNewAddress = async (
  context: Pick<WriteContext, 'tx' | 'enqueue' | 'settings' | 'now'>,
  place: Place,
  method: string,
): Promise<void> => {
  const { since } = await knownPlace(context.tx, place)
  if (since !== null) return
  const values = { method, address: place.address, hours: context.settings.payout_address_wait_hours }
  await notifyAndMail(context, { userId: place.userId, kind: 'payout-address-added', values, now: context.now })
}
