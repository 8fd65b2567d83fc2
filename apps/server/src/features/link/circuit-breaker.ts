import { later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

const FAILURES_ALLOWED = 3
const FIRST_PAUSE_SECONDS = 300
const LONGEST_PAUSE_SECONDS = 3_600

/** How long a provider stays out after so many failures in a row; 0: not at all. Doubles from 5 minutes to an hour. */
export const backoffSeconds = (failures: number): number =>
  failures < FAILURES_ALLOWED
    ? 0
    : Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(10, failures - FAILURES_ALLOWED))

interface Failure {
  readonly id: string
  readonly reason: string
  readonly now: Date
}

/** Counts a failure. Those of visits that were under way while it went out are one outage and count no further. */
export const recordProviderFailure = ({ write }: Pick<Db, 'write'>, { id, reason, now }: Failure): Promise<void> =>
  write(async (tx) => {
    const provider = await tx
      .selectFrom('link_providers')
      .select(['failures', 'out_until'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (provider === undefined || (provider.out_until !== null && provider.out_until > now)) return
    const failures = provider.failures + 1
    const pause = backoffSeconds(failures)
    await tx
      .updateTable('link_providers')
      .set({ failures, last_error: reason, ...(pause === 0 ? {} : { out_until: later(now, pause) }) })
      .where('id', '=', id)
      .execute()
  })

/** It answers. Most of the time there is nothing to forget, and then nobody waits for the provider's row. */
export const recordProviderSuccess = ({ write }: Pick<Db, 'write'>, id: string): Promise<void> =>
  write(async (tx) => {
    await tx
      .updateTable('link_providers')
      .set({ failures: 0, out_until: null, last_error: null })
      .where('id', '=', id)
      .where('last_error', 'is not', null)
      .execute()
  })
