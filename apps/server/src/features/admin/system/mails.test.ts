import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMailer, type Mailer } from '#adapters/mail/mail.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { render } from '#kernel/words/render.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

/** What the mail server says to each receiver; undefined: it takes the mail. */
let says: string | undefined
const got: string[] = []
/** The receiver of whom `says` speaks; unset: of everybody. */
let whom = ''

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    if (says === undefined || !address.startsWith(whom)) return done()
    done(
      Object.assign(new Error(`${says} <${address}> see https://mail.test/why?u=1`), {
        responseCode: Number(says.slice(0, 3)),
      }),
    )
  },
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      got.push(Buffer.concat(chunks).toString())
      done()
    })
  },
})
const listening = new Promise<Mailer>((done) => {
  server.listen(0, '127.0.0.1', () => {
    // A server that listens on a port has an address of this kind.
    const { port } = server.server.address() as AddressInfo
    const log = createLog('silent')
    done(
      createMailer({
        smtpUrl: `smtp://127.0.0.1:${port}`,
        from: 'a@runnel.test',
        publicUrl: 'http://runnel.test',
        dataDir: '',
        log,
      }),
    )
  })
})
const mailer: Mailer = {
  send: async (mail) => (await listening).send(mail),
  close: async () => undefined,
}
const world = useWorld({ mailer })

beforeEach(() => {
  says = undefined
  whom = ''
  got.length = 0
})
afterAll(async () => {
  await (await listening).close()
  await new Promise<void>((done) => server.close(() => done()))
})

const mailsOf = async (state?: 'waiting' | 'failed') =>
  (await (await world.owner()).admin.mails({ query: { limit: '50', ...(state && { state }) } })).items

/** A mail that nobody has taken so far. */
const askForReset = async (name: string) => {
  const person = await world.user(name)
  await world.db.write((tx) => world.deps.queue.enqueue(tx, { name: 'mail.reset' }, { userId: person.id }))
  await world.runJobs()
  const mail = (await mailsOf()).find(({ user }) => user?._id === person.id)
  if (mail === undefined) throw new Error('no mail waits')
  return { ...person, mail }
}

test('a mail that the server cannot take now waits, and holds no secret', async () => {
  says = '451 greylisted'
  const { mail, username } = await askForReset('ann')
  expect(mail).toMatchObject({ kind: 'mail.reset', state: 'waiting', to: 'ann@example.com', user: { username } })
  expect(mail.error).toContain('greylisted')
  expect(mail.error).not.toMatch(/@|https?:/)
  expect(await mailsOf('failed')).toEqual([])
  const { bounce } = await (await world.owner()).admin.userDetail({ params: { id: mail.user?._id ?? '' } })
  expect(bounce).toBeNull()
  const refused = await refusal((await world.owner()).admin.sendMailAgain({ params: { id: mail._id } }))
  expect(refused).toMatchObject({ status: 409, failure: { code: 'MAIL_NOT_FAILED' } })
})

test('a mailbox that is not there fails at once and is seen with its user until it takes a mail', async () => {
  says = '550 no such user'
  const { mail, id } = await askForReset('bob')
  expect(mail).toMatchObject({ state: 'failed', retries: 0, nextAt: null })
  const owner = await world.owner()
  const { bounce } = await owner.admin.userDetail({ params: { id } })
  expect(bounce).toMatchObject({ count: 1, reason: expect.stringContaining('no such user') })
  says = undefined
  const answers = await Promise.all(
    [1, 2, 3].map(() => refusal(owner.admin.sendMailAgain({ params: { id: mail._id } })).catch(() => undefined)),
  )
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
  await world.runJobs()
  expect(got).toHaveLength(1)
  // The link in it was made just now.
  const links = await world.db.raw(`SELECT expires_at FROM mail_tokens WHERE user_id = $1 AND used_at IS NULL`, [id])
  expect(links).toEqual([{ expires_at: new Date(world.clock.now().getTime() + 30 * 60_000) }])
  expect((await owner.admin.userDetail({ params: { id } })).bounce).toBeNull()
  expect(await mailsOf('failed')).toEqual([])
})

const alerts = () =>
  world.db.raw("SELECT values ->> 'reason' AS reason FROM notifications WHERE kind = 'site-alert' ORDER BY id")

test('an answer that speaks of the site marks nobody, keeps the letter and alerts the admins once', async () => {
  await world.owner()
  says = '553 5.7.1 Sender address rejected: not logged in'
  const { mail, id } = await askForReset('fay')
  expect(mail).toMatchObject({ state: 'waiting' })
  await askForReset('gil')
  const owner = await world.owner()
  expect((await owner.admin.userDetail({ params: { id } })).bounce).toBeNull()
  const [alert, ...more] = await alerts()
  expect(render(String(alert?.['reason']), 'en')).toMatch(/refuses emails from the site.*not logged in/)
  expect(more).toEqual([])
})

test('one answer to many receivers in a row speaks of the site, and the marks that it left are gone', async () => {
  says = '550 5.1.1 user unknown'
  whom = 'row'
  const marks = () => world.db.raw("SELECT email FROM mail_bounces WHERE email LIKE 'row%' ORDER BY email")
  for (const n of [1, 2, 3, 4]) await askForReset(`row${n}`)
  expect(await marks()).toHaveLength(4)
  const { mail } = await askForReset('row5')
  expect(mail.state).toBe('waiting')
  expect(await marks()).toEqual([])
})

test('an old reset and an unknown mail are refused', async () => {
  says = '550 no such user'
  const { mail } = await askForReset('dora')
  const owner = await world.owner()
  await world.db.raw(`UPDATE pgboss.job SET created_on = now() - interval '25 hours' WHERE id = $1`, [mail._id])
  expect(await refusal(owner.admin.sendMailAgain({ params: { id: mail._id } }))).toMatchObject({
    status: 409,
    failure: { code: 'MAIL_EXPIRED' },
  })
  expect(await refusal(owner.admin.sendMailAgain({ params: { id: newId() } }))).toMatchObject({
    status: 404,
    failure: { code: 'NO_SUCH_MAIL' },
  })
})

test('all failed mails are sent again at once, without old resets', async () => {
  const owner = await world.owner()
  await owner.admin.sendMailsAgain()
  await world.runJobs()
  got.length = 0
  says = '550 no such user'
  const { mail } = await askForReset('hal')
  await askForReset('ina')
  await askForReset('old')
  await world.db.raw(`UPDATE pgboss.job SET created_on = now() - interval '25 hours'
    WHERE data ->> 'userId' = (SELECT id::text FROM users WHERE username = 'old')`)
  expect((await (await world.user('hal')).user.me()).user.emailRefused).toBe(true)
  says = undefined
  expect((await owner.admin.sendMailsAgain()).msg).toBe('2 emails queued.')
  expect((await owner.admin.sendMailsAgain()).msg).toBe('0 emails queued.')
  await world.runJobs()
  expect(got).toHaveLength(2)
  expect((await mailsOf()).map(({ _id }) => _id)).not.toContain(mail._id)
  expect((await (await world.user('hal')).user.me()).user).not.toHaveProperty('emailRefused')
})

test('a deleted account takes its bounce along', async () => {
  says = '550 no such user'
  await askForReset('emil')
  const rows = () => world.db.raw(`SELECT count(*)::int AS count FROM mail_bounces WHERE email = 'emil@example.com'`)
  expect(await rows()).toEqual([{ count: 1 }])
  await world.db.raw(`UPDATE mail_bounces SET last_at = now() - interval '200 days' WHERE email = 'emil@example.com'`)
  world.clock.set(new Date().toISOString())
  await world.runJob('history.sweep')
  expect(await rows()).toEqual([{ count: 0 }])
})
