import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer, type Mailer } from '#adapters/mail/mail.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { noPostfix, openBreaker, startPostfix } from '#test/fakes/postfix.ts'
import { useWorld } from '#test/world.ts'

if (noPostfix !== undefined) process.stdout.write(`skipped the tests with Postfix: ${noPostfix}\n`)

const SENDER = 'site@runnel.test'
const names = ['normal', 'slow', 'quick', 'dropped', 'grey', 'login', 'foreign', 'content', 'admin'] as const

/** The answer of the policy service at a stage; a test sets it. */
type Policy = (stage: 'RCPT' | 'END-OF-MESSAGE', to: string) => Promise<string>
const permit: Policy = async () => 'DUNNO'
let policy = permit
const letters: { to: string; text: string }[] = []

/** Something that happens once, and that a test waits for. */
const event = () => {
  let happen: () => void = () => undefined
  const happened = new Promise<void>((resolve) => (happen = resolve))
  return { happen, happened }
}

let arrival = event()
const arrived = async (to: string, count = 1) => {
  for (;;) {
    const found = letters.filter((one) => one.to === to)
    if (found.length >= count) return found
    const { happened } = arrival
    await happened
  }
}
const messageIds = (found: readonly { text: string }[]) =>
  new Set(found.map(({ text }) => /^Message-ID: *(\S+)/im.exec(text)?.[1]))

describe.skipIf(noPostfix !== undefined)('a site behind Postfix', { timeout: 60_000 }, () => {
  let current: Mailer | undefined
  const opened: Mailer[] = []
  const mailer: Mailer = {
    send: async (mail) => current?.send(mail),
    close: async () => undefined,
  }
  const world = useWorld({ mailer })
  let postfix: Awaited<ReturnType<typeof startPostfix>>
  let breaker: Awaited<ReturnType<typeof openBreaker>>

  const mailBy = (login: string, from = SENDER, port = postfix.port): void => {
    const url = `smtp://${login}127.0.0.1:${port}`
    current = createMailer({
      smtpUrl: url,
      from,
      publicUrl: 'http://runnel.test',
      dataDir: '',
      log: createLog('silent'),
    })
    opened.push(current)
  }

  beforeAll(async () => {
    postfix = await startPostfix({
      user: 'site',
      password: 'secret',
      sender: SENDER,
      domain: 'example.com',
      mailboxes: names,
      deliver: (letter) => {
        letters.push(letter)
        arrival.happen()
        arrival = event()
      },
      policy: async ({ protocol_state: stage, recipient = '' }) =>
        stage === 'RCPT' || stage === 'END-OF-MESSAGE' ? policy(stage, recipient) : 'DUNNO',
    })
    breaker = await openBreaker(postfix.port)
    await world.owner()
  }, 60_000)
  beforeEach(() => {
    policy = permit
    mailBy('site:secret@')
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
    breaker.close()
    await postfix.stop()
  })

  const reset = async (name: string) => {
    const { id } = await world.user(name)
    const job = newId()
    return { to: `${name}@example.com`, send: () => world.runJob('mail.reset', { userId: id }, job) }
  }
  const openLink = async (found: readonly { text: string }[]) => {
    // A line of a quoted-printable letter ends where it must.
    const text = found.at(-1)?.text.replaceAll(/=\r?\n/g, '') ?? ''
    const secret = /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? ''
    await world.guest().auth.resetPassword({ body: { secret, password: 'nine loud badgers' } })
  }
  const bounces = async () => (await world.db.raw('SELECT email FROM mail_bounces')).map(({ email }) => email)
  const alerts = async () =>
    (await world.db.raw("SELECT what FROM owner_alerts WHERE what LIKE 'mail:%' ORDER BY at, what")).map(
      ({ what }) => what,
    )

  test('delivers a letter once, whose link works', async () => {
    const { to, send } = await reset('normal')
    await send()
    const found = await arrived(to)
    await openLink(found)
    expect(found).toHaveLength(1)
  })

  test('waits for an answer after the final dot, and sends other letters meanwhile', async () => {
    const [slow, quick] = [await reset('slow'), await reset('quick')]
    const [asked, told] = [event(), event()]
    policy = async (stage, to) => {
      if (stage === 'RCPT' || to !== slow.to) return 'DUNNO'
      asked.happen()
      await told.happened
      return 'DUNNO'
    }
    const sending = slow.send()
    await asked.happened
    await quick.send()
    await openLink(await arrived(quick.to))
    told.happen()
    await sending
    const found = await arrived(slow.to)
    await openLink(found)
    expect(found).toHaveLength(1)
  })

  test('sends a letter again whose answer was lost, under the same Message-ID and with the same link', async () => {
    const { to, send } = await reset('dropped')
    mailBy('site:secret@', SENDER, breaker.port)
    policy = async (stage) => {
      if (stage === 'END-OF-MESSAGE') breaker.breakAll()
      return 'DUNNO'
    }
    await expect(send()).rejects.toThrow()
    await arrived(to)
    policy = permit
    await send()
    const found = await arrived(to, 2)
    expect(messageIds(found).size).toBe(1)
    await openLink(found.slice(0, 1))
  })

  test('tries a greylisted letter again', async () => {
    const { to, send } = await reset('grey')
    policy = async (stage) => (stage === 'RCPT' ? '450 4.2.0 Greylisted, try again' : 'DUNNO')
    await expect(send()).rejects.toThrow('Greylisted')
    policy = permit
    await send()
    await openLink(await arrived(to))
    expect(await alerts()).toEqual([])
  })

  test.each([
    { name: 'login', login: 'site:wrong@', from: SENDER, answer: /535 5\.7\.8/ },
    { name: 'foreign', login: 'site:secret@', from: 'ann@elsewhere.test', answer: /553 5\.7\.1/ },
    { name: 'login', login: '', from: SENDER, answer: /553 5\.7\.1/ },
    { name: 'content', login: 'site:secret@', from: SENDER, answer: /550 5\.7\.1 .*content/ },
  ])('tells the owner that the server refuses $from as “$login” ($name), and marks nobody', async (refused) => {
    await world.db.raw('DELETE FROM owner_alerts')
    const { to, send } = await reset(refused.name)
    mailBy(refused.login, refused.from)
    policy = async (stage) =>
      stage === 'END-OF-MESSAGE' && refused.name === 'content' ? '550 5.7.1 Message content rejected' : 'DUNNO'
    await expect(send()).rejects.toThrow(refused.answer)
    await expect(send()).rejects.toThrow(refused.answer)
    expect(await alerts()).toHaveLength(1)
    expect(await bounces()).toEqual([])
    expect(letters.filter((one) => one.to === to)).toEqual([])
    policy = permit
    mailBy('site:secret@')
    await send()
    await openLink(await arrived(to))
    letters.length = 0
  })

  test('marks the address of a mailbox that is gone, and tells nobody', async () => {
    await world.db.raw('DELETE FROM owner_alerts')
    const { to, send } = await reset('gone')
    await expect(send()).rejects.toThrow(/550 5\.1\.1/)
    expect(await bounces()).toEqual([to])
    expect(await alerts()).toEqual([])
  })
})
