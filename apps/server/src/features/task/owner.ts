import type { Contract } from '@runnel/contract'
import type { AdminTaskCategory } from '@runnel/contract/admin/task'
import { PROOF_BOUND } from '@runnel/contract/guards'
import type { Updateable } from 'kysely'
import { isMovedBy } from '#guard/approval/limits.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers } from '#kernel/context.ts'
import { databaseError, type Read, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import type { TaskCategoryRow } from '#kernel/tables/tasks.ts'
import { say } from '#kernel/words/say.ts'
import { categoriesOf } from './task.ts'

type Routes = Contract['admin']

/** The kinds of tasks, as the owner of the site sets them up. None is removed: tasks of it may exist. */
export const taskCategories: Pick<Handlers<Routes>, 'taskCategories' | 'addTaskCategory' | 'editTaskCategory'> = {
  taskCategories: async (_input, { db }) => ({ categories: await categoriesOf(db) }),

  addTaskCategory: async ({ body }, context) => {
    const { tx } = context
    const id = newId()
    const { minReward, ...fields } = body
    await tx
      .insertInto('task_categories')
      .values({ id, ...fields, min_reward: minReward })
      .execute()
      .catch(refuseTaken)
    await audit(tx, { ...byCaller(context), action: 'task-category.add', target: id, before: undefined, after: body })
    return { category: await categoryOf(tx, id), msg: say('task.categoryAdded') }
  },

  editTaskCategory: async ({ params, body }, context) => {
    const { tx } = context
    await tx.selectFrom('task_categories').select('id').where('id', '=', params.id).forUpdate().executeTakeFirst()
    const before = fieldsOf(await categoryOf(tx, params.id))
    const after = { ...before, ...body }
    if (isMovedBy({ from: before.minReward, to: after.minReward }, 1 + PROOF_BOUND.percent / 100, 'both')) {
      requireFreshProof(context)
    }
    await write(tx, params.id, {
      name: after.name,
      min_reward: after.minReward,
      position: after.position,
      enabled: after.enabled,
    })
    await audit(tx, { ...byCaller(context), action: 'task-category.edit', target: params.id, before, after })
    return { category: await categoryOf(tx, params.id), msg: say('task.categorySaved') }
  },
}

const write = async (tx: Tx, id: string, fields: Updateable<TaskCategoryRow>): Promise<void> => {
  const written = await tx
    .updateTable('task_categories')
    .set(fields)
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(refuseTaken)
  assert(written.numUpdatedRows === 1n, `category ${id} is held`)
}

const refuseTaken = (error: unknown): never => {
  if (databaseError(error)?.code !== '23505') throw error
  return refuseField('name', 'NAME_TAKEN', say('task.categoryNameAlreadyExists'))
}

const categoryOf = async (db: Read, id: string): Promise<AdminTaskCategory> => {
  const found = (await categoriesOf(db)).find(({ _id }) => _id === id)
  return found ?? refuse('notFound', 'NOT_FOUND', say('task.categoryFound'))
}

const fieldsOf = ({ name, minReward, position, enabled }: AdminTaskCategory) => ({ name, minReward, position, enabled })
