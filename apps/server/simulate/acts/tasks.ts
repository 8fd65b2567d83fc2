import { type ActKind, NothingToDoError, RefusedError, type ActContext } from '#simulate/act-context.ts'
import type { Person } from '#simulate/people.ts'

const REASON = 'It is not what was asked for.'

/** The fee of a place: the site's share of the reward, by the setting of the moment. */
const settingsOf = ({ site }: ActContext) => {
  const settings = site.nodes[0]?.settings.current()
  if (settings === undefined) throw new NothingToDoError()
  return settings
}

const personOf = ({ site }: ActContext, id: string): Person => {
  const found = site.members.find((one) => one.id === id)
  if (found === undefined) throw new NothingToDoError()
  return found
}

const give: ActKind = {
  weight: 3,
  moves: ['task-fund'],
  run: async (stage) => {
    const { dice } = stage
    const person = stage.member()
    const { id: categoryId = '' } = await stage.one(`SELECT id FROM task_categories WHERE name = 'Other'`)
    const reward = dice.amount(500, 3_000)
    const places = dice.whole(1, 4)
    const proofs = [{ kind: 'text' as const, label: 'What you think', required: true }]
    const instructions = 'Open our page, read it, and **tell us** what you think of it.'
    const words = { title: 'Tell us what you think', categoryId, instructions, proofs }
    const rules = { minLevel: 1, countries: [], minutesToFinish: 30, hoursToReview: 12 }
    const answer = await stage.as(person).task.create({ body: { ...words, ...rules, reward, places } })
    const { fee } = answer.task
    const basisPoints = settingsOf(stage).task_fee_basis_points
    if (fee !== Math.ceil((reward * basisPoints) / 10_000)) stage.problem(`the fee of ${reward} is ${fee}`)
    stage.expect(person.id, -places * (reward + fee))
    return `${person.username} gives ${places} places at ${reward} + ${fee}`
  },
}

const open = `SELECT t.id, t.user_id AS owner, t.status, t.updated_at::text AS read FROM tasks t
  WHERE t.status IN ('pending', 'active', 'paused', 'completed') ORDER BY t.id DESC LIMIT 12`

const decide: ActKind = {
  weight: 3,
  moves: ['task-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const pending = await stage.rows(`SELECT id, user_id AS owner, updated_at AS read FROM tasks
      WHERE status = 'pending' ORDER BY id LIMIT 4`)
    const chosen = dice.pick(pending)
    if (chosen === undefined) throw new NothingToDoError()
    const id = String(chosen['id'])
    const body = { isByAdmin: true, readAt: new Date(String(chosen['read'])).toISOString() }
    const { task } = stage.as(dice.chance(0.5) ? site.moderator : stage.admin())
    if (dice.chance(0.85)) {
      await task.setStatus({ params: { id }, body: { ...body, status: 'active' } })
      return 'a moderator opens a task'
    }
    const worth = await escrowOf(stage, id)
    await task.setStatus({ params: { id }, body: { ...body, status: 'rejected', reason: REASON } })
    stage.expect(String(chosen['owner']), worth)
    return `a moderator rejects a task, ${worth} go back`
  },
}

const escrowOf = async ({ rows }: ActContext, id: string): Promise<number> => {
  const [row] = await rows('SELECT balance FROM accounts WHERE name = $1', [`escrow:${id}`])
  return Number(row?.['balance'] ?? 0)
}

/** What free places of a task are worth: what comes back when it ends. */
const freeOf = async ({ rows }: ActContext, id: string): Promise<number> => {
  const [row] = await rows(
    `SELECT (places - accepted - returned - held) * (reward + fee) AS worth FROM tasks
     WHERE id = $1 AND status IN ('pending', 'active', 'paused')`,
    [id],
  )
  return Number(row?.['worth'] ?? 0)
}

const change: ActKind = {
  weight: 3,
  moves: ['task-fund', 'task-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice } = stage
    const { id = '', owner = '' } = await stage.one(open)
    const person = personOf(stage, owner)
    const { task } = stage.as(person)
    const params = { id }
    if (dice.chance(0.4)) {
      const { charged, added } = await task.addBalance({ params, body: { amount: dice.amount(500, 9_000) } })
      stage.expect(owner, -charged)
      return `${person.username} adds ${added} places for ${charged}`
    }
    if (dice.chance(0.5)) {
      const status = dice.pick(['paused', 'active', 'active'] as const) ?? 'active'
      await task.setStatus({ params, body: { status } })
      return `${person.username} sets a task ${status}`
    }
    const worth = await freeOf(stage, id)
    if (dice.chance(0.5)) await task.setStatus({ params, body: { status: 'completed' } })
    else await task.remove({ params })
    stage.expect(owner, worth)
    return `${person.username} ends a task, ${worth} go back`
  },
}

const start: ActKind = {
  weight: 7,
  moves: [],
  run: async (stage) => {
    const person = stage.member()
    const { id = '' } = await stage.one(
      `SELECT id FROM tasks WHERE status = 'active' AND user_id <> $1 AND places > accepted + returned + held
       ORDER BY id DESC LIMIT 6`,
      [person.id],
    )
    const { task } = stage.as(person)
    await task.start({ params: { id } })
    if (stage.dice.chance(0.2)) return `${person.username} starts a task`
    stage.site.turn(stage.dice.whole(20, 600))
    await task.submit({ params: { id }, body: { answers: ['It is a fine page.'] } })
    return `${person.username} does a task`
  },
}

const mine = (status: string): string => `SELECT s.id, s.task_id AS task, s.user_id AS worker, t.user_id AS owner,
  s.reward::text FROM task_submissions s JOIN tasks t ON t.id = s.task_id
  WHERE s.status = '${status}' ORDER BY s.id DESC LIMIT 8`

const finish: ActKind = {
  weight: 2,
  moves: ['task-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice } = stage
    const {
      id = '',
      task = '',
      worker = '',
      owner = '',
    } = await stage.one(mine(dice.chance(0.5) ? 'started' : 'revision'))
    const person = personOf(stage, worker)
    if (dice.chance(0.8)) {
      await stage.as(person).task.submit({ params: { id: task }, body: { answers: ['Here it is again.'] } })
      return `${person.username} sends proof`
    }
    // A place of a task that is over goes back to its owner at once.
    const before = await escrowOf(stage, task)
    await stage.as(person).task.withdraw({ params: { id } })
    stage.expect(owner, before - (await escrowOf(stage, task)))
    return `${person.username} gives a place back`
  },
}

const review: ActKind = {
  weight: 7,
  moves: ['task-hold'],
  run: async (stage) => {
    const { dice } = stage
    const { id = '', task = '', worker = '', owner = '', reward } = await stage.one(mine('pending'))
    const person = personOf(stage, owner)
    const api = stage.as(person).task
    const params = { id: task }
    const submissionIds = [id]
    if (dice.chance(0.65)) {
      const { actionId, done } = await api.accept({ params, body: { submissionIds } })
      stage.expect(worker, done * Number(reward))
      if (actionId !== null) stage.site.known.acceptances.push({ id: actionId, owner, worker, reward: Number(reward) })
      return `${person.username} accepts work for ${reward}`
    }
    if (dice.chance(0.3)) {
      await api.askRevision({ params, body: { submissionIds, reason: REASON } })
      return `${person.username} asks for better proof`
    }
    const query = dice.chance(0.1) ? { ban: 'true' as const } : {}
    await api.deny({ params, query, body: { submissionIds, reason: REASON } })
    return `${person.username} denies work`
  },
}

/** Decides about work that waits and takes that back at once, as after a slip; or wants to when its time is over. */
const undo: ActKind = {
  weight: 3,
  moves: ['task-hold', 'task-undo'],
  run: async (stage) => {
    const { dice, site } = stage
    const earlier = dice.pick(site.known.acceptances.slice(-6))
    if (earlier !== undefined && dice.chance(0.5)) {
      const person = personOf(stage, earlier.owner)
      const { undone } = await stage.as(person).task.undo({ params: { id: earlier.id } })
      stage.expect(earlier.worker, -undone * earlier.reward)
      return `${person.username} takes ${undone} earlier acceptances back`
    }
    const { id = '', task = '', worker = '', owner = '', reward } = await stage.one(mine('pending'))
    const person = personOf(stage, owner)
    const api = stage.as(person).task
    const params = { id: task }
    const submissionIds = [id]
    const isAccepted = dice.chance(0.7)
    const { actionId, done } = isAccepted
      ? await api.accept({ params, body: { submissionIds } })
      : await api.deny({ params, query: {}, body: { submissionIds, reason: REASON } })
    if (actionId === null) throw new NothingToDoError()
    if (isAccepted) stage.expect(worker, done * Number(reward))
    site.turn(dice.whole(1, 90))
    try {
      const { undone } = await api.undo({ params: { id: actionId } })
      if (isAccepted) stage.expect(worker, -undone * Number(reward))
    } catch (error) {
      // The minute for it may be over.
      if (!(error instanceof RefusedError)) throw error
    }
    return `${person.username} takes the decision about ${id.slice(-4)} back`
  },
}

const dispute: ActKind = {
  weight: 2,
  moves: [],
  run: async (stage) => {
    const { id = '', worker = '' } = await stage.one(mine('denied'))
    const person = personOf(stage, worker)
    await stage.as(person).task.dispute({ params: { id }, body: { reason: 'I did all of it.' } })
    return `${person.username} disputes a denial`
  },
}

const judge: ActKind = {
  weight: 2,
  moves: ['task', 'task-fee', 'task-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const { id = '', task = '', worker = '', owner = '', reward } = await stage.one(mine('disputed'))
    const api = stage.as(dice.chance(0.6) ? site.moderator : stage.admin()).task
    const params = { id: task }
    const body = { submissionIds: [id], isByAdmin: true, reason: REASON }
    if (dice.chance(0.5)) {
      const { done } = await api.accept({ params, body })
      stage.expect(worker, done * Number(reward))
      return `a moderator decides for a worker: ${reward}`
    }
    const before = await escrowOf(stage, task)
    await api.deny({ params, body })
    stage.expect(owner, before - (await escrowOf(stage, task)))
    return 'a moderator decides for an owner'
  },
}

export const tasks = {
  giveTask: give,
  decideTask: decide,
  changeTask: change,
  startTask: start,
  finishTask: finish,
  reviewWork: review,
  undoReview: undo,
  dispute,
  judgeDispute: judge,
}
