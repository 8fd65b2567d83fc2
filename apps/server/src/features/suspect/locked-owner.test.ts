import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { pendingCampaign, runningCampaign } from '#test/features/advertising.ts'
import { pendingTask } from '#test/features/working.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false, connections: 30 })

const reason = 'Several accounts of one person.'
const asRead = ({ _id: id, updatedAt: readAt }: { readonly _id: string; readonly updatedAt: string }) => ({
  id,
  readAt,
})
const depositOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).deposit
const ban = async ({ id }: Person) => (await world.owner()).admin.banUser({ params: { id }, body: { reason } })
const statusOf = async (table: 'campaigns' | 'tasks', id: string) =>
  (await world.db.read.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('a campaign of an owner who is locked is not approved, and can be rejected with its money back', async () => {
  const [admin, ann, bea] = [await world.owner(), await world.user('ann'), await world.user('bea')]
  const [one, other] = [asRead(await pendingCampaign(world, ann)), asRead(await pendingCampaign(world, ann))]
  const good = asRead(await pendingCampaign(world, bea))
  await ban(ann)
  const params = { id: one.id }
  const refused = await refusal(admin.admin.editPtc({ params, body: { status: 'active', readAt: one.readAt } }))
  expect(refused).toMatchObject({ status: 409, failure: { code: 'OWNER_LOCKED' } })
  expect(refused.failure.msg).toContain('Its owner’s account is locked.')
  const campaigns = [one, other, good]
  const answer = await admin.admin.decidePtc({ body: { campaigns, status: 'active' } })
  expect(answer).toMatchObject({ done: 1, skipped: 2 })
  expect(answer.msg).toBe('1 approved. 2 skipped: their owners’ accounts are locked.')
  expect(await Promise.all(campaigns.map(({ id }) => statusOf('campaigns', id)))).toEqual([
    'pending',
    'pending',
    'active',
  ])
  await admin.admin.editPtc({ params, body: { status: 'rejected', reason } })
  const rejecting = { campaigns: [other], status: 'rejected' as const, reason }
  expect(await admin.admin.decidePtc({ body: rejecting })).toMatchObject({ done: 1, skipped: 0 })
  expect(await depositOf(ann)).toBe(2_000_000)
})

test('nor one that the lock has paused, until the lock is over', async () => {
  const [admin, cem] = [await world.owner(), await world.user('cem')]
  const params = { id: (await runningCampaign(world, cem))._id }
  await ban(cem)
  expect(await statusOf('campaigns', params.id)).toBe('paused')
  const approve = () => admin.admin.editPtc({ params, body: { status: 'active' } })
  expect(await refusal(approve())).toMatchObject({ failure: { code: 'OWNER_LOCKED' } })
  await admin.admin.unban({ params: { id: cem.id } })
  expect((await approve()).campaign.status).toBe('active')
})

test('a task of an owner who is locked is not approved, and can be rejected with its money back', async () => {
  const moderator = await world.moderator()
  const [dan, eve] = [await world.user('dan'), await world.user('eve')]
  const [one, other] = [await pendingTask(world, dan), await pendingTask(world, dan)]
  const good = await pendingTask(world, eve)
  const before = await depositOf(dan)
  await ban(dan)
  const params = { id: one._id }
  const approve = { status: 'active', isByAdmin: true, readAt: one.updatedAt } as const
  const refused = await refusal(moderator.task.setStatus({ params, body: approve }))
  expect(refused).toMatchObject({ status: 409, failure: { code: 'OWNER_LOCKED' } })
  const tasks = [one, other, good]
  const answer = await moderator.task.decideTasks({ body: { tasks: tasks.map(asRead), status: 'active' } })
  expect(answer).toMatchObject({ done: 1, skipped: 2 })
  expect(answer.msg).toContain('2 skipped: their owners’ accounts are locked.')
  expect(await Promise.all(tasks.map(({ _id }) => statusOf('tasks', _id)))).toEqual(['pending', 'pending', 'active'])
  await moderator.task.setStatus({ params, body: { status: 'rejected', reason, isByAdmin: true } })
  const rejecting = { tasks: [asRead(other)], status: 'rejected' as const, reason }
  expect(await moderator.task.decideTasks({ body: rejecting })).toMatchObject({ done: 1, skipped: 0 })
  expect(await depositOf(dan)).toBe(before + one.escrow + other.escrow)
})

test('locks and approvals at the same time leave nothing of a locked owner running', async () => {
  const [admin, moderator] = [await world.owner(), await world.moderator()]
  for (const turn of [1, 2, 3, 4]) {
    const owners = await Promise.all([1, 2, 3].map((index) => world.user(`gus${turn}${index}`)))
    const campaigns: { id: string; readAt: string }[] = []
    const tasks: { id: string; readAt: string }[] = []
    for (const owner of owners) {
      campaigns.push(asRead(await pendingCampaign(world, owner)))
      tasks.push(asRead(await pendingTask(world, owner)))
    }
    const users = owners.map(({ id }) => id)
    await Promise.all([
      admin.admin.decidePtc({ body: { campaigns, status: 'active' } }),
      moderator.task.decideTasks({ body: { tasks, status: 'active' } }),
      admin.admin.banUsers({ body: { ids: users, reason } }),
      ...campaigns.map(({ id }) =>
        admin.admin.editPtc({ params: { id }, body: { status: 'active' } }).catch(() => undefined),
      ),
    ])
    const rows = await world.db.raw(
      `SELECT status FROM campaigns WHERE user_id = ANY($1) UNION SELECT status FROM tasks WHERE user_id = ANY($1)`,
      [users],
    )
    expect(rows.map(({ status }) => status)).not.toContain('active')
  }
})
