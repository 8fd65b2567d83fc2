import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { isFinal, OwnerFailure } from '#kernel/job/failure.ts'
import { letterTries } from '#kernel/job/letter-tries.ts'
import { createLog } from '#kernel/log.ts'
import { createMailer, type Mail } from './mail.ts'
import { LIMITS, openSmtp, SLOTS } from './smtp.ts'

const log = createLog('silent')
const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const mail: Mail = {
  id: '0191d5a0-7d5f-7b1c-9a55-0d6b2c3e4f50',
  to: 'ann@example.com',
  subject: 'Grüße, Ann',
  text: 'Hello Ann,\n\nhttp://runnel.test/active/abc\n',
  html: '<p>Hello Ann</p>',
  fromName: 'Runnel, "the" site',
  replyTo: 'bob@example.com',
}

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'runnel-mail-'))
  closing.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

interface Got {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

interface Listening {
  readonly url: string
  readonly got: Got[]
  /** Answers after the final dot of each letter that was held back. */
  readonly release: () => void
}

/** A mail server that keeps what it is given, and refuses when told to, or keeps its answers to some back. */
const listen = async ({ refuses = false, holds = '' } = {}): Promise<Listening> => {
  const got: Got[] = []
  const held: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuses) return done(new Error('the mailbox is full'))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        got.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        if (holds !== '' && rcptTo.some(({ address }) => address.startsWith(holds))) held.push(() => done())
        else done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // A server that listens on a port has an address of this kind.
  const { port } = server.server.address() as AddressInfo
  const release = (): void => {
    for (const answer of held.splice(0)) answer()
  }
  return { url: `smtp://127.0.0.1:${port}`, got, release }
}

const open = (options: { smtpUrl?: string; from?: string; publicUrl?: string; dataDir?: string }) => {
  const { smtpUrl, from, publicUrl = 'https://pay.example.org', dataDir = folder() } = options
  const mailer = createMailer({ smtpUrl, from, publicUrl, dataDir, log })
  closing.push(() => mailer.close())
  return mailer
}

describe('with a mail server', () => {
  it('sends both forms, encoded, from the address that the owner chose', async () => {
    const { url, got } = await listen()
    await open({ smtpUrl: url, from: 'hello@runnel.test' }).send(mail)
    const [letter] = got
    expect(letter?.from).toBe('hello@runnel.test')
    expect(letter?.to).toEqual(['ann@example.com'])
    expect(letter?.text).toContain('Reply-To: bob@example.com')
    expect(letter?.text).toMatch(/Subject: =\?UTF-8\?/)
    expect(letter?.text).toContain('text/plain')
    expect(letter?.text).toContain('text/html')
    expect(letter?.text).toContain('Auto-Submitted: auto-generated')
  })

  it('names where letters of a kind are ended by one POST, and only for those that say where', async () => {
    const { url, got } = await listen()
    const mailer = open({ smtpUrl: url })
    const link = `https://pay.example.org/unsubscribe/${'a'.repeat(48)}`
    await mailer.send({ ...mail, unsubscribeUrl: link })
    await mailer.send(mail)
    const [ended, other] = got.map(({ text }) => text.replace(/\r\n[ \t]+/g, ' '))
    expect(ended).toContain(`List-Unsubscribe: <${link}>`)
    expect(ended).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(other).not.toContain('List-Unsubscribe')
  })

  it('keeps one connection for many mails at once', async () => {
    const { url, got } = await listen()
    const mailer = open({ smtpUrl: url })
    await Promise.all(Array.from({ length: 20 }, (_, n) => mailer.send({ ...mail, to: `a${n}@example.com` })))
    expect(new Set(got.map(({ to }) => to[0])).size).toBe(20)
  })

  it('does not make two receivers of one address, nor headers of a subject', async () => {
    const { url, got } = await listen()
    const mailer = open({ smtpUrl: url })
    await mailer.send({ ...mail, subject: 'Hi\r\nBcc: eve@example.com' })
    // Whether the server takes such an address is its own matter.
    await mailer.send({ ...mail, to: 'ann@example.com, eve@example.com' }).catch(() => undefined)
    expect(got.flatMap(({ to }) => to)).not.toContain('eve@example.com')
    expect(got[0]?.to).toEqual(['ann@example.com'])
    expect(got[0]?.text).not.toMatch(/^Bcc:/m)
  })

  it('sends all tries of one letter under one Message-ID of the sender’s domain', async () => {
    const { url, got } = await listen()
    const mailer = open({ smtpUrl: url, from: 'hello@runnel.test' })
    await mailer.send(mail)
    await mailer.send(mail)
    await mailer.send({ ...mail, id: 'another' })
    const ids = got.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim())
    expect(ids).toEqual([`<${mail.id}@runnel.test>`, `<${mail.id}@runnel.test>`, '<another@runnel.test>'])
  })

  it('waits for the answer after the final dot, while other letters go their way', async () => {
    const { url, got, release } = await listen({ holds: 'slow' })
    const slots = { quick: 2, most: 6, slowMs: 1, patienceMs: 60_000 }
    const mailer = openSmtp({ url, from: 'hello@runnel.test', slots })
    closing.push(() => mailer.close())
    const slow = [1, 2, 3].map((n) => mailer.send({ ...mail, to: `slow${n}@example.com` }))
    await Promise.all([1, 2, 3, 4, 5].map((n) => mailer.send({ ...mail, to: `quick${n}@example.com` })))
    expect(got).toHaveLength(8)
    release()
    await Promise.all(slow)
    expect(got).toHaveLength(8)
  })

  it('has ten minutes of patience after the final dot, and half an hour for a letter', async () => {
    const { url } = await listen({ holds: 'ann' })
    for (const limits of [{ answerMs: 50 }, { letterMs: 50 }]) {
      const mailer = openSmtp({ url, from: 'hello@runnel.test', limits: { ...LIMITS, ...limits } })
      closing.push(() => mailer.close())
      const error: unknown = await mailer.send(mail).catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(Error)
      expect(isFinal(error) || error instanceof OwnerFailure).toBe(false)
    }
    expect(LIMITS).toMatchObject({ answerMs: 600_000, letterMs: 1_800_000 })
    expect(SLOTS.patienceMs + LIMITS.letterMs).toBeLessThan(letterTries.expireSeconds * 1_000)
  })

  it('fails aloud when the server refuses or is not there, so that the job is tried again', async () => {
    const { url } = await listen({ refuses: true })
    await expect(open({ smtpUrl: url }).send(mail)).rejects.toThrow(/mailbox is full/)
    await expect(open({ smtpUrl: 'smtp://127.0.0.1:9' }).send(mail)).rejects.toThrow()
  })
})

describe('without a mail server', () => {
  it('writes each mail as a private file and says where', async () => {
    const dataDir = folder()
    const mailer = open({ dataDir })
    await mailer.send(mail)
    await mailer.send({ ...mail, to: 'bob@example.com' })
    const files = readdirSync(join(dataDir, 'outbox')).toSorted()
    expect(files).toHaveLength(2)
    expect(files.every((name) => /^[0-9a-f-]{36}\.eml$/.test(name))).toBe(true)
    const path = join(dataDir, 'outbox', files[0] ?? '')
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('To: ann@example.com')
    expect(text).toContain('no-reply@pay.example.org')
    expect(text).toContain('http://runnel.test/active/abc')
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('has a sender also for a site without a name', async () => {
    for (const [publicUrl, sender] of [
      ['http://127.0.0.1:3000', 'no-reply@[127.0.0.1]'],
      ['http://[::1]:3000', 'no-reply@[ipv6:::1]'],
      ['http://localhost:3000', 'no-reply@localhost'],
    ] as const) {
      const dataDir = folder()
      await open({ dataDir, publicUrl }).send(mail)
      const [file = ''] = readdirSync(join(dataDir, 'outbox'))
      expect(readFileSync(join(dataDir, 'outbox', file), 'utf8').toLowerCase()).toContain(sender)
    }
  })
})
