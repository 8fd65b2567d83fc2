import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { CATEGORY_NAME_MAX, TaskCategory, TaskReward } from '#contract/task/schemas.ts'
import { Id, line } from '#contract/values.ts'

const categoryFields = {
  name: line(2, CATEGORY_NAME_MAX),
  /** Fewest units that a task of this kind pays; those that are made already keep theirs. */
  minReward: TaskReward,
  position: z.int().check(z.minimum(0), z.maximum(1_000)),
  /** Whether new tasks can be of this kind. */
  enabled: z.boolean(),
}

export const AdminTaskCategory = z.extend(TaskCategory, { position: z.int(), enabled: z.boolean() })
export type AdminTaskCategory = z.infer<typeof AdminTaskCategory>

const changed = z.object({ category: AdminTaskCategory, msg: z.optional(z.string()) })

/** The kinds of tasks, as the owner of the site sets them up. */
export const adminTask = {
  taskCategories: route({
    method: 'GET',
    path: '/api/admin/task-category',
    summary: 'All task categories.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({ categories: z.array(AdminTaskCategory) }),
  }),
  addTaskCategory: route({
    method: 'POST',
    path: '/api/admin/task-category',
    summary: 'Adds a task category.',
    access: 'admin',
    transaction: 'write',
    body: z.object(categoryFields),
    answer: changed,
  }),
  editTaskCategory: route({
    method: 'PATCH',
    path: '/api/admin/task-category/{id}',
    summary: 'Changes a task category, or closes it for new tasks.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z.partial(z.object(categoryFields)),
    answer: changed,
  }),
} as const
