import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'
import { linesOf, readUsersFile } from './import-file.ts'
import { amountOf, proposalFor } from './import-row.ts'
import { importEveryMinute } from './import-run.ts'

const world = useWorld()

const file = (text: string): Blob => new Blob([text], { type: 'text/csv' })
const query = (more: object = {}) => ({ source: 'old-site', unit: 'decimal' as const, dry: 'false' as const, ...more })

const balanceOf = async (username: string): Promise<number> => {
  const user = await userOf(username)
  return user === undefined ? -1 : (await balancesOf(world.db.read, user.id)).main
}
const userOf = (username: string) =>
  world.db.read.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

const small = [
  'User_ID;UserName;E-Mail;Account Balance;Deposit Balance;Level;Created_At;Referred By;Email Verified',
  '11;Ann_Old;ann@old.example;1.25;0.5;3;2024-01-02 03:04:05;;1',
  '12;"ben_old";ben@old.example;0.000019;;;1700000000;11;0',
  '13;cat_old;cat@old.example;;;;;ann_old;',
].join('\r\n')

test('reads quotes, separators and line ends as they come', () => {
  const read = (text: string) => [...linesOf(text)].map(({ line, cells }) => [line, ...cells])
  expect(read('a,b\n1,"x, ""y""\nz"\n\n2,')).toEqual([
    [1, 'a', 'b'],
    [2, '1', 'x, "y"\nz'],
    [4, ''],
    [5, '2', ''],
  ])
  expect(read('a\tb\r\n1\t2\r\n')).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ])
  expect(() => read('a,b\n"1,2')).toThrow('unclosed quote')
  expect(() => readUsersFile(new Uint8Array([0xff, 0xfe, 0x41]))).toThrow('UTF-8')
  expect(() => readUsersFile(new TextEncoder().encode('name,balance\nx,1'))).toThrow('username and email')
})

test('counts units exactly, and below a unit rounds down', () => {
  expect(['', '1', '1.25', '0.000019', '1 000.5'].map((text) => amountOf(text, 'decimal'))).toEqual([
    0, 100_000, 125_000, 1, 100_050_000,
  ])
  expect(['1.5', '-1', 'x', '1e9', '99999999999999999'].map((text) => amountOf(text, 'units'))).toEqual(
    Array(5).fill(undefined),
  )
  expect(amountOf('90071992547409.91', 'decimal')).toBeUndefined()
  expect(['Jöhn Doe', 'ab', '李', 'x'.repeat(30)].map((name) => proposalFor(name, 1))).toEqual([
    'john_doe_2',
    'user_ab_2',
    'user_2',
    `${'x'.repeat(18)}_2`,
  ])
})

test('says first what would happen, then brings people once, however often the file comes', async () => {
  const owner = await world.owner()
  const dry = await owner.admin.import({ query: query({ dry: 'true' }), file: file(small) })
  expect(dry).toMatchObject({ import: null, counts: { rows: 3, added: 3, balance: 125_001, deposit: 50_000 } })
  expect(dry.columns.map(({ field }) => field)).toEqual([
    'id',
    'username',
    'email',
    'balance',
    'deposit',
    'level',
    'joined',
    'referrer',
    'verified',
  ])
  expect(await userOf('ann_old')).toBeUndefined()
  const { import: begun } = await owner.admin.import({ query: query({ sendMails: 'true' }), file: file(small) })
  expect(begun).toMatchObject({ state: 'running', source: 'old-site', progress: 0 })
  const busy = owner.admin.import({ query: query(), file: file(small) })
  expect(await refusal(busy)).toMatchObject({ status: 409, failure: { code: 'IMPORT_RUNNING' } })
  await world.runJobs()
  const { import: done } = await owner.admin.importDetail({ params: { id: begun?._id ?? '' } })
  expect(done).toMatchObject({ state: 'done', progress: 3, counts: { added: 3, problems: 0, referrersLinked: 2 } })
  expect(done.mails).toEqual({ wanted: true, sent: 0, waiting: 3 })
  const ann = await userOf('ann_old')
  expect(ann).toMatchObject({ level: 3, password_hash: null, joined_at: new Date('2024-01-02T03:04:05Z') })
  expect(ann?.email_verified_at).not.toBeNull()
  expect(await userOf('ben_old')).toMatchObject({ referrer_id: ann?.id, email_verified_at: null })
  expect(await userOf('cat_old')).toMatchObject({ referrer_id: ann?.id })
  expect([await balanceOf('ann_old'), await balanceOf('ben_old'), await balanceOf('cat_old')]).toEqual([125_000, 1, 0])
  const more = `${small.replace('1.25', '9.99')}\r\n14;dan_old;dan@old.example;0.1;;;;ben_old;yes`
  const again = await owner.admin.import({ query: query(), file: file(more) })
  expect(again.counts).toMatchObject({ rows: 4, added: 1, skipped: 3, balance: 10_000 })
  await world.runJobs()
  expect([await balanceOf('ann_old'), await balanceOf('dan_old')]).toEqual([125_000, 10_000])
  expect((await owner.admin.imports()).items.map(({ counts }) => counts.added)).toEqual([1, 3])
  const found = async (query: object) => (await owner.admin.imports({ query })).totalItems
  expect(await found({ source: 'OLD', by: 'Admin', state: 'done' })).toBe(2)
  expect(await Promise.all([{ source: 'ld' }, { by: 'nobody' }, { state: 'running' }].map(found))).toEqual([0, 0, 0])
  const saved = await owner.raw({ method: 'GET', path: '/api/admin/import.csv?source=old' })
  expect(String(saved.body['text']).trim().split('\r\n')).toHaveLength(3)
})

test('mails a link that chooses a password, so many a minute', async () => {
  const owner = await world.owner()
  const rows = ['a', 'b', 'c'].map((name) => `mail_${name},mail_${name}@old.example`)
  const options = query({ source: 'mails', sendMails: 'true', mailsPerMinute: '2' })
  await owner.admin.import({ query: options, file: file(['username,email', ...rows].join('\n')) })
  await world.runJobs()
  world.mails.length = 0
  const sent = async () => {
    await world.runJob('import.minute')
    await world.runJobs()
    return world.mails.filter(({ to }) => to.startsWith('mail_')).length
  }
  expect([await sent(), await sent(), await sent()]).toEqual([2, 3, 3])
  const mail = world.mails.find(({ to }) => to === 'mail_a@old.example')
  const secret = /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  world.clock.turn(3 * 86_400)
  await world.guest().auth.resetPassword({ body: { secret, password: 'a long new password 1' } })
  expect((await userOf('mail_a'))?.password_hash).not.toBeNull()
})

test('names what cannot be taken, with a name that would fit', async () => {
  const owner = await world.owner()
  await world.user('eve')
  const rows = [
    'Eve,new@old.example,1,1',
    'Bad Name!,bad@old.example,1,2',
    'fred_old,eve@example.com,1,3',
    'gina_old,no-address,1,4',
    'hugo_old,hugo@old.example,-5,5',
    'ivan_old,ivan@old.example,1,6',
    'ivan_old,ivan2@old.example,1,7',
    'jane_old,ivan@old.example,1,8',
    'admin,adm@old.example,1,9',
  ]
  const text = ['login,mail,coins,uid', ...rows].join('\n')
  const { counts, problems } = await owner.admin.import({
    query: query({ dry: 'true', source: 'bad' }),
    file: file(text),
  })
  expect(counts).toMatchObject({ rows: 9, added: 1, problems: 8 })
  expect(problems.map(({ line, proposal }) => [line, proposal])).toEqual([
    [2, 'eve_2'],
    [3, 'bad_name'],
    [4, null],
    [5, null],
    [6, null],
    [8, 'ivan_old_2'],
    [9, null],
    [10, null],
  ])
  const broken = [
    [{ source: 'X!' }, 422],
    [{ source: 'ok', unit: 'cents' }, 422],
  ] as const
  for (const [wrong, status] of broken) {
    const path = `/api/admin/import?${new URLSearchParams(wrong).toString()}`
    expect((await owner.raw({ method: 'POST', path, body: {} })).status).toBe(status)
  }
  expect((await refusal(owner.admin.import({ query: query({ dry: 'true' }), file: file('') }))).status).toBe(422)
  const moderator = await world.moderator()
  expect((await refusal(moderator.admin.import({ query: query(), file: file(small) }))).status).toBe(403)
})

test('of two columns that may be the same the one with the better name counts', () => {
  const { columns, rows } = readUsersFile(
    new TextEncoder().encode('name,username,mail,email\nAnn Old,ann,1,a@b.example'),
  )
  expect(columns.map(({ field }) => field)).toEqual([null, 'username', null, 'email'])
  expect(rows[0]?.cells).toEqual({ username: 'ann', email: 'a@b.example' })
})

test('nobody here is taken for the referrer over there by having the same name', async () => {
  const owner = await world.owner()
  await world.user('1001')
  await world.user('max_same')
  const text = 'id,username,email,ref\n1,kim_old,kim@old.example,1001\n2,lea_old,lea@old.example,max_same'
  await owner.admin.import({ query: query({ source: 'same-names' }), file: file(text) })
  await world.runJobs()
  expect((await userOf('kim_old'))?.referrer_id).toBeNull()
  expect((await userOf('lea_old'))?.referrer_id).toBeNull()
})

test('rows that refer each other in a circle are named, and everybody else comes', async () => {
  const owner = await world.owner()
  const text = [
    'id,username,email,ref',
    '1,ring_one,one@ring.example,3',
    '2,ring_two,two@ring.example,ring_one',
    '3,ring_three,three@ring.example,2',
    '4,ring_friend,friend@ring.example,1',
    '5,ring_self,self@ring.example,5',
  ].join('\n')
  const { counts, problems } = await owner.admin.import({ query: query({ source: 'ring' }), file: file(text) })
  expect(counts).toMatchObject({ rows: 5, added: 2, problems: 3 })
  expect(problems.map(({ line, sentence }) => [line, sentence])).toEqual(
    [2, 3, 4].map((line) => [line, expect.stringContaining('leads back to this user')]),
  )
  await world.runJobs()
  expect(await userOf('ring_one')).toBeUndefined()
  expect(await userOf('ring_friend')).toMatchObject({ referrer_id: null })
  expect(await userOf('ring_self')).toMatchObject({ referrer_id: null })
})

test('a worker that dies in the middle, and two at once, double nothing', async () => {
  const owner = await world.owner()
  const rows = Array.from({ length: 1_000 }, (_, index) => `bulk_${index},bulk_${index}@old.example,0.01,b${index}`)
  const text = ['username,email,balance,id', ...rows].join('\n')
  await owner.admin.import({ query: query({ source: 'bulk' }), file: file(text) })
  const { enqueue } = world.deps.queue
  let calls = 0
  // The clock is asked in every batch; here it dies in the third, after rows were taken in hand.
  const clock = () => {
    calls += 1
    if (calls === 3) throw new Error('the process died')
    return world.clock.now()
  }
  const deps = { db: world.db, clock: world.clock.now, enqueue, reservedNames: [] }
  await expect(importEveryMinute({ ...deps, clock })).rejects.toThrow('died')
  const [half] = (await owner.admin.imports()).items
  expect(half).toMatchObject({ state: 'running', progress: 400, counts: { added: 400 } })
  await Promise.all([importEveryMinute(deps), importEveryMinute(deps), importEveryMinute(deps)])
  const [whole] = (await owner.admin.imports()).items
  expect(whole).toMatchObject({ state: 'done', progress: 1_000, counts: { added: 1_000, balance: 1_000_000 } })
  const users = await world.db.raw(
    `SELECT count(*) AS n, sum(a.balance)::bigint AS sum FROM users u JOIN accounts a ON a.name = 'main:' || u.id
     WHERE u.username LIKE 'bulk%'`,
  )
  expect(users).toEqual([{ n: 1_000, sum: 1_000_000 }])
})

test('refuses balances that are more together than the ledger can hold', async () => {
  const owner = await world.owner()
  const rows = Array.from({ length: 10 }, (_, n) => `rich${n},rich${n}@old.example,1000000000000000`)
  const rich = file(['username,email,balance', ...rows].join('\n'))
  for (const dry of ['true', 'false'] as const) {
    const refused = await refusal(owner.admin.import({ query: query({ unit: 'units', dry }), file: rich }))
    expect(refused).toMatchObject({ status: 422, failure: { code: 'IMPORT_TOO_MUCH' } })
  }
  const first = file(['username,email,balance', ...rows.slice(0, 1)].join('\n'))
  const refused = await refusal(owner.admin.import({ query: query({ unit: 'units' }), file: first }))
  expect(refused, 'with what there is already').toMatchObject({ failure: { code: 'IMPORT_TOO_MUCH' } })
})
