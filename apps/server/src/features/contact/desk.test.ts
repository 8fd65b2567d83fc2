import { expect, test } from 'vitest'
import { databaseError } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const written = async (more: { subject: string; email?: string; userId?: string }): Promise<string> => {
  const id = newId()
  const { subject, email = 'guest@example.org', userId = null } = more
  const message = 'First line.\nSecond line.'
  const row = { id, user_id: userId, email, subject, message, created_at: world.clock.now() }
  await world.db.write((tx) => tx.insertInto('contact_messages').values(row).execute())
  return id
}

test('an answer goes out by mail with their words quoted, and under the bell of an account', async () => {
  const owner = await world.owner()
  const ann = await world.user('desk_ann')
  const id = await written({ subject: 'Where is it?', email: 'desk_ann@example.com', userId: ann.id })
  world.mails.length = 0
  const call = { params: { id }, body: { message: 'It is on its way.' }, idempotencyKey: 'answer-desk-01' }
  await Promise.all([owner.admin.answerContact(call), owner.admin.answerContact(call)])
  const { message } = await owner.admin.answerContact({ params: { id }, body: { message: 'It has arrived.' } })
  expect(message).toMatchObject({ state: 'answered', user: { username: 'desk_ann', locked: false } })
  expect(message.answers.map(({ by, message: text }) => [by, text])).toEqual([
    ['admin', 'It is on its way.'],
    ['admin', 'It has arrived.'],
  ])
  await world.runJobs()
  expect(world.mails).toHaveLength(2)
  expect(world.mails[0]).toMatchObject({ to: 'desk_ann@example.com', subject: 'Re: Where is it?' })
  expect(world.mails[0]?.text).toContain('On March 10, 2026 you wrote:\n> First line.\n> Second line.')
  await ann.user.profile({ body: { locale: 'es' } })
  world.mails.length = 0
  await owner.admin.answerContact({ params: { id }, body: { message: 'Once more.' } })
  await world.runJobs()
  expect(world.mails[0]?.text).toMatch(/El 10 de marzo de 2026 escribiste:\n> First line[.]/)
  expect((await ann.user.me()).notification.notifications[0]).toMatchObject({
    kind: 'contact-answered',
    values: { subject: 'Where is it?' },
  })
})

test('messages are closed, opened again, found and counted', async () => {
  const owner = await world.owner()
  const open = await written({ subject: 'Find the needle here' })
  const other = await written({ subject: 'Something else', email: 'Needle@example.org' })
  const found = async (query: object) => (await owner.admin.contactMessages({ query })).items.map(({ _id }) => _id)
  expect(await found({ search: 'needle' })).toEqual([other, open])
  expect(await found({ search: 'desk_a' })).toHaveLength(1)
  const before = (await owner.admin.stats()).queue.contact
  expect((await owner.admin.closeContact({ params: { id: open } })).message.state).toBe('closed')
  expect((await owner.admin.stats()).queue.contact).toBe(before - 1)
  expect(await refusal(owner.admin.closeContact({ params: { id: open } }))).toMatchObject({ status: 409 })
  expect(await found({ state: 'closed' })).toEqual([open])
  expect((await owner.admin.reopenContact({ params: { id: open } })).message.state).toBe('open')
  expect(await refusal(owner.admin.reopenContact({ params: { id: open } }))).toMatchObject({ status: 409 })
  const ids = [open, other, newId()]
  expect(await owner.admin.closeContacts({ body: { ids } })).toMatchObject({ done: 2, skipped: 1 })
  expect(await found({ state: 'open' })).toEqual([])
  expect(await found({ from: '2026-03-11' })).toEqual([])
  const unknown = owner.admin.answerContact({ params: { id: newId() }, body: { message: 'Hello?' } })
  expect(await refusal(unknown)).toMatchObject({ status: 404 })
  const file = await owner.raw({ method: 'GET', path: '/api/admin/contact.csv' })
  expect(String(file.body['text'])).toContain('It has arrived.')
  const moderator = await world.moderator()
  expect(await refusal(moderator.admin.contactMessages())).toMatchObject({ status: 403 })
})

test('the audit log tells all of it, by who, what, whom and when', async () => {
  const owner = await world.owner()
  const ann = await world.user('audit_ann')
  await owner.admin.editUser({ params: { id: ann.id }, body: { data: { note: 'Look twice.' } } })
  const found = async (query: object) => (await owner.admin.audit({ query })).items
  const [row] = await found({ target: ann.id })
  expect(row).toMatchObject({ by: 'admin', action: 'user.edit', targetName: 'audit_ann', before: '{"admin_note":""}' })
  expect(await found({ target: 'Audit_Ann' })).toEqual([row])
  expect(await found({ target: 'nobody_at_all' })).toEqual([])
  expect((await found({ action: 'contact.' })).every(({ action }) => action.startsWith('contact.'))).toBe(true)
  expect(await found({ action: 'user.', actor: 'ADMIN' })).toHaveLength(1)
  expect(await found({ actor: 'nobody_at_all' })).toEqual([])
  expect(await found({ to: '2026-03-09' })).toEqual([])
  expect(await found({ from: '2026-03-10', action: 'user.edit' })).toHaveLength(1)
  const file = await owner.raw({ method: 'GET', path: '/api/admin/audit.csv?action=user.' })
  expect(String(file.body['text']).trim().split('\r\n')).toHaveLength(2)
  const moderator = await world.moderator()
  expect(await refusal(moderator.admin.audit())).toMatchObject({ status: 403 })
})

test('nothing changes a row of the audit log, not even the program itself', async () => {
  const before = await world.db.raw('SELECT count(*) AS rows FROM audit')
  for (const change of [
    "UPDATE audit SET action = 'nothing'",
    'DELETE FROM audit',
    'TRUNCATE audit',
    "INSERT INTO audit SELECT * FROM audit LIMIT 1 ON CONFLICT (id) DO UPDATE SET action = 'nothing'",
  ]) {
    const error = await world.db.raw(change).then(
      () => undefined,
      (thrown: unknown) => databaseError(thrown),
    )
    expect(error?.code, change).toBe('RN001')
  }
  expect(await world.db.raw('SELECT count(*) AS rows FROM audit')).toEqual(before)
})
