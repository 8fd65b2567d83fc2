import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { disputeFile, taskFile } from '#features/task/image/files.ts'
import { type ImageDeps, showImage, storeImage } from '#features/task/image/images.ts'
import { decideDisputes, refuseNonModerators } from '#features/task/submission/decide-dispute.ts'
import { decideTasks } from '#features/task/submission/decide.ts'
import { answerDispute, openDispute } from '#features/task/submission/dispute.ts'
import { acceptSubmissions, requestRevisions, denySubmissions } from '#features/task/submission/review.ts'
import { startTask, cancelReservation } from '#features/task/submission/start.ts'
import { detailView, detailViews, shownWorks } from '#features/task/submission/submission-view.ts'
import { submitProof } from '#features/task/submission/submit.ts'
import { undoAction } from '#features/task/submission/undo.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { type Caller, isStaff } from '#kernel/session.ts'
import { money, say, together } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { unavailableReasonFor, isShown } from './availability.ts'
import { openCategories } from './categories.ts'
import { addBalance, changeTaskStatusAsStaff, changeOwnTaskStatus, deleteTask } from './change.ts'
import { createTask } from './create.ts'
import { acceptUpdate, denyUpdate, editTask } from './edit.ts'
import { instructionsHtml, storedHtml } from './instructions.ts'
import { throwTaskNotFound, throwSubmissionNotFound } from './row-locks.ts'
import { disputeStatistic } from './statistic.ts'
import { disputePage, isConcerned, openTasks, ownWorks, reviewPage, taskPage } from './task-lists.ts'
import { ownTaskView, taskViews } from './task-view.ts'

export { allowResumeTasks, pauseTasksOf } from './change.ts'
export { type BestTask, bestTasks } from './best.ts'
export { countAvailableTasks } from './availability.ts'
export { categoriesOf } from './categories.ts'

type Routes = Contract['task']

/** Micro-tasks: what is offered, working on it, reviewing it, and judging what people cannot agree on. */
export const task = (deps: ImageDeps): Handlers<Routes> => ({
  ...work,
  ...images(deps),
  ...offering,
  ...reviewing,
  ...moderating,
})

const work: Pick<
  Handlers<Routes>,
  'list' | 'categories' | 'submissions' | 'submission' | 'one' | 'start' | 'submit' | 'withdraw' | 'dispute'
> = {
  list: ({ query }, { db, caller, visitor, now }) =>
    openTasks(db, { worker: { userId: caller.id, country: visitor.country }, query, now }),

  categories: async (_input, { db, caller, settings }) => {
    const [categories, balances] = await Promise.all([openCategories(db), balancesOf(db, caller.id)])
    return { categories, feeBasisPoints: settings.task_fee_basis_points, depositBalance: balances.deposit }
  },

  submissions: ({ query }, { db, caller, now }) => ownWorks(db, { caller, query, now }),

  submission: ({ params }, { db, caller, now }) => submissionOf(db, { id: params.id, caller, now }),

  one: ({ params }, context) => taskOf(context, params.id),

  start: async ({ params }, context) => {
    const id = await startTask(context, params.id)
    return { submission: await detailView(context.tx, id, seenBy(context)), msg: say('task.slotReserved') }
  },

  submit: async ({ params, body }, context) => {
    const id = await submitProof(context, { taskId: params.id, proof: body })
    const submission = await detailView(context.tx, id, seenBy(context))
    return { submission, msg: say('task.proofSubmittedTaskOwner') }
  },

  withdraw: async ({ params }, context) => {
    await cancelReservation(context, params.id)
    return { msg: say('task.reservationCanceled') }
  },

  dispute: async ({ params, body }, context) => {
    await openDispute(context, { id: params.id, ...body })
    const submission = await detailView(context.tx, params.id, seenBy(context))
    return { submission, msg: say('task.disputeOpenedModeratorWill') }
  },
}

const images = (deps: ImageDeps): Pick<Handlers<Routes>, 'upload' | 'image'> => ({
  upload: async ({ upload }, context) => ({ image: await storeImage(deps, { body: upload.body, context }) }),

  image: ({ params }, context) => showImage(context, { submissionId: params.id, imageId: params.imageId }),
})

const offering: Pick<
  Handlers<Routes>,
  'ownTasks' | 'ownTasksCsv' | 'ownTask' | 'preview' | 'create' | 'setStatus' | 'addBalance' | 'edit' | 'remove'
> = {
  ownTasks: ({ query }, { db, caller, now }) => taskPage(db, { caller, query, now }),

  ownTasksCsv: ({ query }, { db, caller, now }) => taskFile(db, { caller, query, now }),

  ownTask: async ({ params }, { db, caller, now }) => {
    const found = await db
      .selectFrom('tasks')
      .select(['user_id', 'status'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    const isThere = found !== undefined && (found.status !== 'deleted' || isStaff(caller))
    if (!isThere || !isConcerned(caller, found.user_id)) return throwTaskNotFound()
    return { task: await ownTaskView(db, params.id, now) }
  },

  preview: ({ body }) => ({ html: instructionsHtml(body.instructions) }),

  create: async ({ body }, context) => {
    const { id, depositBalance } = await createTask(context, body)
    const msg = say('task.taskCreatedNowReview')
    return { task: await ownTaskView(context.tx, id, context.now), depositBalance, msg }
  },

  setStatus: async ({ params, body }, context) => {
    const { id } = params
    if (body.isByAdmin === true) {
      refuseNonModerators(context.caller)
      await changeTaskStatusAsStaff(context, { id, ...body })
    } else {
      await changeOwnTaskStatus(context, { id, status: body.status })
    }
    return { task: await ownTaskView(context.tx, id, context.now), msg: moved[body.status] }
  },

  addBalance: async ({ params, body }, context) => {
    const { added, charged, depositBalance } = await addBalance(context, { id: params.id, amount: body.amount })
    const msg = say('task.slotsAdded', { added, cost: money(charged, context.settings.site_currency) })
    return { task: await ownTaskView(context.tx, params.id, context.now), added, charged, depositBalance, msg }
  },

  edit: async ({ params, body }, context) => {
    const edited = await editTask(context, { id: params.id, edit: body })
    return { task: await ownTaskView(context.tx, params.id, context.now), msg: editMessages[edited] }
  },

  remove: async ({ params }, context) => {
    const { refunded, depositBalance } = await deleteTask(context, params.id)
    const back = money(refunded, context.settings.site_currency)
    const msg = refunded === 0 ? say('deleted') : say('deletedRefunded', { refunded: back })
    return { refunded, depositBalance, msg }
  },
}

const moved = {
  active: say('task.taskApproved'),
  paused: say('task.taskPaused'),
  rejected: say('task.taskRejectedTaskOwner'),
  completed: say('task.taskCompletedUnusedFunds'),
} as const

const editMessages = {
  changed: say('saved'),
  requested: say('task.moderatorWillReviewChanges'),
  same: say('task.noChangesSave'),
} as const

const reviewing: Pick<Handlers<Routes>, 'review' | 'accept' | 'deny' | 'askRevision' | 'undo' | 'answerDispute'> = {
  review: ({ params, query }, { db, caller, now }) => reviewPage(db, { id: params.id, caller, query, now }),

  accept: ({ params, body }, context) => {
    const wanted = { taskId: params.id, ids: body.submissionIds }
    if (body.isByAdmin !== true) return acceptSubmissions(context, wanted)
    return decideDisputes(context, { ...wanted, to: 'accepted', reason: body.reason })
  },

  deny: ({ params, query, body }, context) => {
    const wanted = { taskId: params.id, ids: body.submissionIds, reason: body.reason }
    if (body.isByAdmin === true) return decideDisputes(context, { ...wanted, to: 'denied' })
    return denySubmissions(context, { ...wanted, isBan: query.ban === 'true' })
  },

  askRevision: ({ params, body }, context) =>
    requestRevisions(context, { taskId: params.id, ids: body.submissionIds, reason: body.reason }),

  undo: async ({ params }, context) => {
    const { undone, skipped } = await undoAction(context, params.id)
    const msg = together(
      say('task.backReviewQueue', { undone }),
      skipped > 0 && say('task.notUndone', { count: skipped }),
    )
    return { undone, skipped, msg }
  },

  answerDispute: async ({ params, body }, context) => {
    await answerDispute(context, { id: params.id, text: body.text })
    const submission = await detailView(context.tx, params.id, seenBy(context))
    return { submission, msg: say('task.replySentModeratorWorker') }
  },
}

const moderating: Pick<
  Handlers<Routes>,
  'decideTasks' | 'disputed' | 'disputedCsv' | 'disputedStatistic' | 'acceptUpdate' | 'denyUpdate'
> = {
  decideTasks: ({ body }, context) => decideTasks(context, body),

  disputed: ({ query }, { db, caller, now }) => disputePage(db, { caller, query, now }),

  disputedCsv: ({ query }, { db, now }) => disputeFile(db, { query, now }),

  disputedStatistic: (_input, { db, now }) => disputeStatistic(db, now),

  acceptUpdate: async ({ params }, context) => {
    await acceptUpdate(context, params.id)
    return { msg: say('task.changesLive') }
  },

  denyUpdate: async ({ params, body }, context) => {
    await denyUpdate(context, { id: params.id, reason: body.reason })
    return { msg: say('task.changesRejectedTaskOwner') }
  },
}

const seenBy = ({ caller, now }: { caller: Caller; now: Date }) => ({ viewerId: caller.id, now })

/** One submission, for those concerned; for everybody else it is not there. */
const submissionOf = async (db: Read, { id, caller, now }: { id: string; caller: Caller; now: Date }) => {
  const row = await shownWorks(db).where('task_submissions.id', '=', id).executeTakeFirst()
  if (row === undefined || (row.user_id !== caller.id && !isConcerned(caller, row.owner_id)))
    return throwSubmissionNotFound()
  const [submission] = await detailViews(db, [row], { viewerId: caller.id, now })
  return submission === undefined ? throwSubmissionNotFound() : { submission }
}

/** One task for who may work on it, has worked on it, or owns it. */
const taskOf = async (
  { db, caller, visitor, now }: Context<Routes['one']>,
  id: string,
): Promise<Answer<Routes['one']>> => {
  const row = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return throwTaskNotFound()
  const mine = await shownWorks(db)
    .where('task_submissions.task_id', '=', id)
    .where('task_submissions.user_id', '=', caller.id)
    .orderBy('task_submissions.id', 'desc')
    .limit(1)
    .execute()
  const isOwn = row.user_id === caller.id
  const isTheirs = isOwn ? row.status !== 'deleted' : isStaff(caller) || mine.length > 0
  if (!isTheirs && !isShown(row)) return throwTaskNotFound()
  const [[view], [submission], closed] = await Promise.all([
    taskViews(db, [row], now),
    detailViews(db, mine, { viewerId: caller.id, now }),
    unavailableReasonFor(db, row, { userId: caller.id, country: visitor.country }),
  ])
  if (view === undefined) return throwTaskNotFound()
  return {
    task: view,
    html: storedHtml(row),
    proofs: row.proofs,
    submission: submission ?? null,
    closed: closed?.sentence ?? null,
    isOwn,
  }
}
