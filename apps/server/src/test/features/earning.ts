import { newId } from '#kernel/id.ts'
import { reward, type Reward } from '#money/reward.ts'
import type { World } from '#test/world.ts'

/** Lets a user earn now, by the clock of the world. */
export const earn = (
  world: World,
  userId: string,
  amount: number,
  source: Exclude<Reward['source'], 'task'> = 'faucet',
) =>
  world.db.write((tx) => reward(tx, { userId, source, amount, exp: 0, key: `${source}:${newId()}` }, world.clock.now()))

/** Locks an account, for good. */
export const lock = (world: World, userId: string) =>
  world.db.raw('UPDATE users SET locked_at = $2, lock_reason = $3 WHERE id = $1', [
    userId,
    world.clock.now(),
    'for the test',
  ])
