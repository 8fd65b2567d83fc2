import type { Contract } from '@runnel/contract'
import { moderatorLists, SAVED_VIEWS_MAX, type SavedViewList } from '@runnel/contract/admin/saved-view'
import type { Role } from '@runnel/contract/values'
import type { Context, Handlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { refuseEndedSession } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'

type Routes = Pick<Contract['admin'], 'savedViews' | 'addSavedView' | 'editSavedView' | 'removeSavedView'>

/** Filters of lists that one of the staff saved for themselves. */
export const savedViews: Handlers<Routes> = {
  savedViews: async (_input, { db, caller }) => {
    const rows = await db
      .selectFrom('saved_views')
      .select(['id', 'list', 'name', 'query'])
      .where('user_id', '=', caller.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const views = rows.filter(({ list }) => canOpen(caller.role, list))
    return { views: views.map(({ id: _id, ...view }) => ({ _id, ...view })) }
  },

  addSavedView: async ({ body: { list, name, query } }, context) => {
    const { tx, caller, now } = context
    if (!canOpen(caller.role, list)) refuse('forbidden', 'FORBIDDEN', say('task.youDontHavePermission'))
    await lockViews(context)
    const views = await tx
      .selectFrom('saved_views')
      .select('name')
      .where('user_id', '=', caller.id)
      .where('list', '=', list)
      .execute()
    if (views.some((view) => view.name === name)) refuseTaken(name)
    if (views.length >= SAVED_VIEWS_MAX) {
      const msg = say('savedView.tooMany', { most: SAVED_VIEWS_MAX })
      refuse('conflict', 'TOO_MANY_VIEWS', msg, { errors: { name: msg } })
    }
    const id = newId()
    await tx.insertInto('saved_views').values({ id, user_id: caller.id, list, name, query, created_at: now }).execute()
    return { view: { _id: id, list, name, query }, msg: say('savedView.saved', { name }) }
  },

  editSavedView: async ({ params: { id }, body }, context) => {
    const { tx, caller } = context
    await lockViews(context)
    const view = await tx
      .selectFrom('saved_views')
      .select(['list', 'name', 'query'])
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (view === undefined) return refuseUnknown()
    const { name = view.name, query = view.query } = body
    const other = await tx
      .selectFrom('saved_views')
      .select('id')
      .where('user_id', '=', caller.id)
      .where('list', '=', view.list)
      .where('name', '=', name)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other !== undefined) refuseTaken(name)
    await tx.updateTable('saved_views').set({ name, query }).where('id', '=', id).execute()
    return { msg: say('savedView.saved', { name }) }
  },

  removeSavedView: async ({ params: { id } }, { tx, caller }) => {
    const gone = await tx
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('name')
      .executeTakeFirst()
    if (gone === undefined) return refuseUnknown()
    return { msg: say('savedView.removed', { name: gone.name }) }
  },
}

const canOpen = (role: Role, list: SavedViewList): boolean => role === 'admin' || moderatorLists.includes(list)

/** The locked row of the user makes those who save at the same moment count and compare names one after another. */
const lockViews = async ({ tx, caller }: Context<Routes['editSavedView']>): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', caller.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  refuseEndedSession(user)
}

const refuseTaken = (name: string): never =>
  refuseField('name', 'VIEW_NAME_TAKEN', say('savedView.nameTaken', { name }))

const refuseUnknown = (): never => refuse('notFound', 'NO_SUCH_VIEW', say('savedView.notFound'))
