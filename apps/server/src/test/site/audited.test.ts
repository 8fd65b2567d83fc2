import { globSync, readFileSync } from 'node:fs'
import { contract } from '@runnel/contract'
import { auditActions, type AuditAction } from '@runnel/contract/admin/audit-action'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { couponFields } from '#test/features/gifts.ts'
import { openTask, pendingTask, sentWork } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const staffRoutes: [string, Route][] = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints)
    .map(([endpoint, route]): [string, Route] => [`${feature}.${endpoint}`, route])
    .filter(([, { access }]) => access === 'moderator' || access === 'admin'),
)

/** What each call of the staff that changes something writes down, or why it writes nothing. */
const deeds: Readonly<Record<string, AuditAction | { readonly none: string }>> = {
  'task.decideTasks': 'task.approve',
  'task.acceptUpdate': 'task-update.accept',
  'task.denyUpdate': 'task-update.deny',
  'admin.reconcile': 'books.reconcile',
  'admin.approveWithdrawals': 'withdrawal.approve',
  'admin.rejectWithdrawals': 'withdrawal.reject',
  'admin.markPaid': 'withdrawal.paid',
  'admin.refundUnknown': 'withdrawal.refund',
  'admin.saveSettings': 'setting.save',
  'admin.saveText': 'setting.translate',
  'admin.previewContent': { none: 'It only draws what is typed.' },
  'admin.addMethod': 'method.add',
  'admin.editMethod': 'method.edit',
  'admin.lookUpWithdrawal': 'withdrawal.look-up',
  'admin.dismissDifference': 'wallet-difference.dismiss',
  'admin.editUser': 'user.edit',
  'admin.banUser': 'user.ban',
  'admin.unban': 'user.unban',
  'admin.banUsers': 'user.ban',
  'admin.unbanUsers': 'user.unban',
  'admin.cooldownUser': 'user.cooldown',
  'admin.trustUser': 'user.trust',
  'admin.adjustUser': 'user.adjust',
  'admin.reverseTransfer': 'user.reverse',
  'admin.endUserSessions': 'user.end-sessions',
  'admin.endUserSession': 'user.end-session',
  'admin.resetUserPassword': 'user.password-reset',
  'admin.dropTwoStep': 'user.drop-two-step',
  'admin.addSavedView': { none: 'The filters of a list that one of the staff keeps for themselves.' },
  'admin.editSavedView': { none: 'As above: nobody else sees it, and it decides nothing.' },
  'admin.removeSavedView': { none: 'As above.' },
  'admin.answerContact': 'contact.answer',
  'admin.closeContact': 'contact.close',
  'admin.reopenContact': 'contact.reopen',
  'admin.closeContacts': 'contact.close',
  'admin.acceptApproval': 'approval.accept',
  'admin.denyApproval': 'approval.deny',
  'admin.import': 'import.begin',
  'admin.editPtc': 'campaign.approve',
  'admin.decidePtc': 'campaign.approve',
  'admin.deletePtc': 'campaign.delete',
  'admin.releaseSuspects': 'suspect.release',
  'admin.banSuspects': 'user.ban',
  'admin.deleteMarks': 'suspect.delete-mark',
  'admin.measureSuspects': 'suspect.measure',
  'admin.endMeasure': 'suspect.end-measure',
  'admin.answerAppeal': 'appeal.answer',
  'admin.releaseNetworks': 'network.release',
  'admin.releaseDevices': 'device.release',
  'admin.addTaskCategory': 'task-category.add',
  'admin.editTaskCategory': 'task-category.edit',
  'admin.addWall': 'wall.add',
  'admin.editWall': 'wall.edit',
  'admin.replayPostback': 'postback.replay',
  'admin.creditReport': 'report.credit',
  'admin.answerReport': 'report.answer',
  'admin.removeWall': 'wall.remove',
  'admin.addLink': 'link.add',
  'admin.editLink': 'link.edit',
  'admin.orderLinks': 'link.order',
  'admin.testTelegram': { none: 'It sends a test message to the chat that the owner set.' },
  'admin.testLink': { none: 'It asks the provider for an address of a visit that nobody has.' },
  'admin.removeLink': 'link.remove',
  'admin.decideVisits': 'link.pay',
  'admin.sendMailAgain': 'mail.again',
  'admin.sendMailsAgain': 'mail.again',
  'admin.resumeOutflow': 'outflow.resume',
  'admin.stopOutflow': 'outflow.stop',
  'admin.lookOutflow': { none: 'It does what a job does every minute, and what it stops stands in the list of trips.' },
  'admin.addNews': 'news.add',
  'admin.editNews': 'news.edit',
  'admin.removeNews': 'news.remove',
  'admin.removeManyNews': 'news.remove',
  'admin.addChallenge': 'challenge.add',
  'admin.editChallenge': 'challenge.edit',
  'admin.removeChallenge': 'challenge.remove',
  'admin.addCoupons': 'coupon.add',
  'admin.editCoupon': 'coupon.edit',
  'admin.removeCoupons': 'coupon.remove',
}

const isFile = ({ kind }: Route): boolean => kind === 'csv' || kind === 'download'
const isChange = (route: Route): boolean => !isFile(route) && (route.method !== 'GET' || route.transaction === 'write')

const rowsOf = (action: AuditAction, target?: string) =>
  world.db.read
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor')
    .select(['users.username as by', 'audit.target', 'audit.after', 'audit.ip_net as from'])
    .where('audit.action', '=', action)
    .$if(target !== undefined, (query) => query.where('audit.target', '=', target ?? ''))
    .orderBy('audit.id')
    .execute()

test('every call of the staff that changes something has a deed in the log, or a reason for none', () => {
  const names = staffRoutes.filter(([, route]) => isChange(route)).map(([name]) => name)
  expect(Object.keys(deeds).toSorted()).toEqual(names.toSorted())
})

test('every deed that has a name is written somewhere', () => {
  const files = globSync(['features/**/*.ts', 'kernel/**/*.ts', 'guard/approval/*.ts'], {
    cwd: new URL('../..', import.meta.url),
  })
  const sources = files.filter((file) => !file.endsWith('.test.ts'))
  const source = sources.map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).join('\n')
  for (const action of auditActions) expect(source.includes(`'${action}'`) || isBuilt(action), action).toBe(true)
})

/** Deeds whose names are put together of a noun and a verb. */
const isBuilt = (action: AuditAction): boolean => action.startsWith('campaign.')

test('every file of a list of the staff leaves a row with its filters', async () => {
  const owner = await world.owner()
  const bob = await world.user('bob')
  await owner.admin.addCoupons({ body: { ...couponFields, code: 'AUDITED-1' } })
  const [coupon] = (await owner.admin.coupons({ query: {} })).items
  for (const [name, route] of staffRoutes.filter(([, one]) => isFile(one))) {
    const id = route.path.includes('/coupon/') ? (coupon?._id ?? '') : bob.id
    const path = fillPath(route.path, { id })
    const target = route.path.replace('/api/', '')
    const before = (await rowsOf('list.export', target)).length
    const { status } = await owner.raw({ method: 'GET', path })
    expect(status, name).toBe(200)
    expect((await rowsOf('list.export', target)).length, name).toBe(before + 1)
  }
  await owner.raw({ method: 'GET', path: '/api/user/list.csv?search=bo' })
  expect((await rowsOf('list.export', 'user/list.csv')).at(-1)).toMatchObject({
    by: 'admin',
    after: { search: 'bo' },
    from: expect.stringMatching(/^10\./),
  })
  const before = (await rowsOf('list.export')).length
  await bob.raw({ method: 'GET', path: '/api/user/list.csv' })
  await bob.raw({ method: 'GET', path: '/api/task/own.csv' })
  expect((await rowsOf('list.export')).length, 'refused, or their own').toBe(before)
})

describe('what a moderator decides', () => {
  test('about tasks is written down', async () => {
    const moderator = await world.moderator()
    const boss = await world.user('boss')
    const first = await pendingTask(world, boss)
    const params = { id: first._id }
    await moderator.task.setStatus({ params, body: { status: 'active', isByAdmin: true } })
    const reason = 'Its page does not load.'
    await moderator.task.setStatus({ params, body: { status: 'paused', reason, isByAdmin: true } })
    const second = await pendingTask(world, boss)
    const tasks = [{ id: second._id, readAt: second.updatedAt }]
    await moderator.task.decideTasks({ body: { tasks, status: 'rejected', reason } })
    expect(await rowsOf('task.approve', first._id)).toMatchObject([{ by: 'moderator', after: { status: 'active' } }])
    expect(await rowsOf('task.pause', first._id)).toMatchObject([{ by: 'moderator', after: { reason } }])
    expect(await rowsOf('task.reject', second._id)).toMatchObject([{ by: 'moderator', after: { reason } }])
    await boss.task.setStatus({ params, body: { status: 'completed' } })
    expect(await rowsOf('task.complete'), 'what an owner does is no deed of the staff').toEqual([])
  })

  test('about a dispute is written down', async () => {
    const moderator = await world.moderator()
    const [boss, ann, ben] = [await world.user('boss2'), await world.user('ann'), await world.user('ben')]
    const task = await openTask(world, boss)
    const params = { id: task._id }
    for (const [worker, verdict] of [
      [ann, 'accept'],
      [ben, 'deny'],
    ] as const) {
      const { _id: id } = await sentWork(task, worker)
      await boss.task.deny({ params, query: {}, body: { submissionIds: [id], reason: 'Nothing is shown.' } })
      world.clock.turn(61)
      await worker.task.dispute({ params: { id }, body: { reason: 'All of it is shown there.', imageIds: [] } })
      const body = { submissionIds: [id], reason: 'I have looked at both.', isByAdmin: true }
      if (verdict === 'accept') await moderator.task.accept({ params, body })
      else await moderator.task.deny({ params, query: {}, body })
      expect(await rowsOf(`dispute.${verdict}`, id)).toMatchObject([
        { by: 'moderator', after: { taskId: task._id, reason: body.reason } },
      ])
    }
  })

  test('about changes of a task is written down', async () => {
    const moderator = await world.moderator()
    const boss = await world.user('boss3')
    for (const verdict of ['accept', 'deny'] as const) {
      const task = await openTask(world, boss)
      await boss.task.edit({ params: { id: task._id }, body: { title: `Another title for ${verdict}` } })
      const [request] = await world.db.raw('SELECT id FROM task_update_requests WHERE task_id = $1', [task._id])
      const id = String(request?.['id'])
      if (verdict === 'accept') await moderator.task.acceptUpdate({ params: { id } })
      else await moderator.task.denyUpdate({ params: { id }, body: { reason: 'The old one is better.' } })
      expect(await rowsOf(`task-update.${verdict}`, id)).toMatchObject([{ by: 'moderator' }])
    }
  })
})
