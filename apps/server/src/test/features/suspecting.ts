import type { RiskReason } from '#guard/suspicion/catalogue.ts'
import { recordRiskSignal } from '#guard/trap.ts'
import { newId } from '#kernel/id.ts'
import type { Person, World } from '#test/world.ts'

/** Marks an account, and lets the system judge it. */
export const suspect = async (
  world: World,
  person: { readonly id: string },
  mark: { family?: string; reason?: RiskReason; points: number; detail?: string },
): Promise<void> => {
  const { family = 'payout', reason = `address-shared:${newId()}`, points, detail = 'Something was seen.' } = mark
  const now = world.clock.now()
  await world.db.write((tx) => recordRiskSignal(tx, { userId: person.id, family, reason, points, detail, now }))
  await world.runJob('suspects.judge')
}

/** Lets accounts have been seen on one device, in one network. */
export const seenOn = async (
  world: World,
  people: readonly { readonly id: string }[],
  { device = newId(), net, print = null }: { device?: string; net: string; print?: string | null },
): Promise<string> => {
  const now = world.clock.now()
  await world.db.write(async (tx) => {
    await tx
      .insertInto('devices')
      .values({ id: device, first_seen_at: now, print })
      .onConflict((row) => row.column('id').doNothing())
      .execute()
    await tx
      .insertInto('device_users')
      .values(
        people.map(({ id }) => ({
          device_id: device,
          user_id: id,
          ip_net: net,
          user_agent: 'Mozilla/5.0 (test)',
          first_seen_at: now,
          last_seen_at: now,
        })),
      )
      .execute()
  })
  return device
}

/** Runs what the system does every ten minutes and every minute, some minutes later. */
export const runSuspectJobs = async (world: World): Promise<void> => {
  world.clock.turn(600)
  await world.runJob('suspects.look')
  await world.runJob('suspects.judge')
  await world.runJob('suspects.judge')
}

export const detailOf = async (owner: Person, { id }: { readonly id: string }) =>
  (await owner.admin.suspect({ params: { id } })).suspect
