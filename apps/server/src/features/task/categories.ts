import type { Locale } from '@runnel/contract/locale'
import type { TaskCategory } from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { inLocales, say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'

type Category = TaskCategory & { enabled: boolean; position: number }

/** The categories with how many tasks of each run, in the owner's order and words. */
export const categoriesOf = async (db: Read): Promise<Category[]> =>
  (await categoryRows(db)).map(({ names: _names, ...category }) => category)

type CategoryRow = Category & { readonly names: Partial<Record<Locale, string>> }

const categoryRows = async (db: Read): Promise<CategoryRow[]> => {
  const { rows } = await sql<{
    id: string
    name: string
    min_reward: number
    enabled: boolean
    position: number
    tasks: number
    names: CategoryRow['names'] | null
  }>`
    SELECT c.*, (SELECT jsonb_object_agg(o.locale, o.title) FROM owner_texts o
        WHERE o.kind = 'category' AND o.subject = c.id::text) AS names,
      (SELECT count(*) FROM tasks t WHERE t.category_id = c.id AND t.status = 'active') AS tasks
    FROM task_categories c ORDER BY c.position, c.name`.execute(asExecutor(db))
  return rows.map(({ id: _id, name, names, min_reward: minReward, tasks, enabled, position }) => ({
    _id,
    name,
    minReward,
    tasks,
    enabled,
    position,
    names: names ?? {},
  }))
}

/** All categories as everybody reads them. */
export const namedCategories = async (db: Read): Promise<TaskCategory[]> => (await categoryRows(db)).map(asRead)

/** Categories to choose from: those that are closed for new tasks only while tasks of theirs still run. */
export const openCategories = async (db: Read): Promise<TaskCategory[]> =>
  (await categoryRows(db)).filter(({ enabled, tasks }) => enabled || tasks > 0).map(asRead)

/** The default categories (migration 0010): their names are translated until the owner of the site renames them. */
const defaultNames: ReadonlyMap<string, Words> = new Map([
  ['Sign up', say('task.category.signUp')],
  ['Social media', say('task.category.social')],
  ['Search and visit', say('task.category.search')],
  ['Apps', say('task.category.apps')],
  ['Write and review', say('task.category.write')],
  ['Test and report', say('task.category.test')],
  ['Other', say('task.category.other')],
])

/** A category with its name in whichever language it will be read. */
const asRead = ({ enabled: _enabled, position: _position, names, ...category }: CategoryRow): TaskCategory => ({
  ...category,
  name: inLocales(defaultNames.get(category.name) ?? category.name, names),
})
