import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { Selectable } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import type { TaskCategoryRow } from '#kernel/tables/tasks.ts'
import { money, say } from '#kernel/words/say.ts'
import { openEscrow } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { taskFee } from '#money/loop.ts'
import { namedCategories } from './categories.ts'
import { instructionsHtml } from './instructions.ts'
import { fund, placeCost } from './money.ts'

type Routes = Contract['task']
type Wish = Input<Routes['create']>['body']

/** Makes a task: its row, its escrow, and all its places paid into it. It waits for a person, then it is open. */
export const createTask = async (
  context: Context<Routes['create']>,
  wish: Wish,
): Promise<{ id: string; depositBalance: Units }> => {
  const { tx, caller, settings, now, notifyLive } = context
  await refuseBeginner(tx, { userId: caller.id, level: settings.task_owner_level })
  const currency = settings.site_currency
  await refuseCheap(tx, { categoryId: wish.categoryId, reward: wish.reward, currency })
  const [id, fee] = [newId(), taskFee(wish.reward, settings)]
  await tx
    .insertInto('tasks')
    .values({
      id,
      user_id: caller.id,
      ...columnsOf(wish),
      reward: wish.reward,
      fee,
      places: wish.places,
      status: 'pending',
      reason: null,
      median_seconds: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await openEscrow(tx, id, now)
  const cost = wish.places * placeCost({ reward: wish.reward, fee })
  const depositBalance = await fund(tx, { taskId: id, ownerId: caller.id, cost, currency, now })
  notifyLive(caller.id)
  return { id, depositBalance }
}

/** What an owner says about a task, without its reward and places. */
export type TaskTexts = Omit<Wish, 'reward' | 'places'>

/** The same as the columns of its row. */
export const columnsOf = (words: TaskTexts) => ({
  category_id: words.categoryId,
  title: words.title,
  instructions: words.instructions,
  html: instructionsHtml(words.instructions),
  proofs: JSON.stringify(words.proofs),
  min_level: words.minLevel,
  countries: [...new Set(words.countries)].sort(),
  minutes_to_finish: words.minutesToFinish,
  hours_to_review: words.hoursToReview,
})

const refuseBeginner = async (tx: Tx, { userId, level }: { userId: string; level: number }): Promise<void> => {
  const own = await tx.selectFrom('users').select('level').where('id', '=', userId).executeTakeFirstOrThrow()
  if (own.level < level) refuse('forbidden', 'LEVEL_TOO_LOW', say('task.needLevelCreateTasks', { level }))
}

interface Priced {
  readonly categoryId: string
  readonly reward: Units
  readonly currency: string
}

/** A category has to be open, and a reward at least as high as its lowest. */
export const refuseCheap = async (tx: Tx, { categoryId, reward, currency }: Priced): Promise<void> => {
  const category: Selectable<TaskCategoryRow> | undefined = await tx
    .selectFrom('task_categories')
    .selectAll()
    .where('id', '=', categoryId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (category === undefined) return refuseField('categoryId', 'NO_CATEGORY', say('task.selectCategory'))
  if (reward >= category.min_reward) return
  const least = money(category.min_reward, currency)
  const { name } = (await namedCategories(tx)).find(({ _id }) => _id === categoryId) ?? category
  refuseField('reward', 'REWARD_TOO_LOW', say('task.minimumReward', { name, least }))
}
