import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lookAtSenderDns } from './sender-dns.ts'

/** A name server that knows TXT records only, by the messages of RFC 1035, section 4. */
const records = new Map<string, string[]>()
let isSilent = false
const socket = createSocket('udp4', (query, from) => {
  if (!isSilent) socket.send(answerTo(query), from.port, from.address)
})
socket.bind(0, '127.0.0.1')
await once(socket, 'listening')
const dns = new Resolver({ timeout: 100, tries: 1 })
dns.setServers([`127.0.0.1:${socket.address().port}`])

const answerTo = (query: Buffer): Buffer => {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  const question = query.subarray(12, at + 5)
  const texts = records.get(labels.join('.').toLowerCase())
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  // An answer; recursion desired and available; 3: there is no such name.
  head.writeUInt16BE(texts === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(texts?.length ?? 0, 6)
  return Buffer.concat([head, question, ...(texts ?? []).map(recordOf)])
}

/** The name of the question, TXT, IN, an hour, and strings of at most 255 bytes. */
const recordOf = (text: string): Buffer => {
  const strings = (text.match(/[^]{1,255}/g) ?? ['']).map((part) =>
    Buffer.concat([Buffer.of(part.length), Buffer.from(part, 'latin1')]),
  )
  const data = Buffer.concat(strings)
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0x0e, 0x10, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const look = async (domain = 'mail.site.example', selector?: string) =>
  (await lookAtSenderDns({ domain, selector }, dns)).map(({ mark, sentence }) => `${mark}: ${sentence}`)

beforeEach(() => {
  isSilent = false
  records.clear()
  records.set('mail.site.example', ['google-site-verification=abc', 'v=spf1 include:_spf.mail.example ~all'])
  records.set('s1._domainkey.mail.site.example', [`k=rsa; t=s; p=${'A'.repeat(400)}`])
  records.set('_dmarc.site.example', ['v=DMARC1; p=quarantine'])
})
afterAll(() => new Promise<void>((done) => socket.close(() => done())))

test('a domain with SPF, DKIM, and the DMARC policy of the domain above it', async () => {
  expect(await look()).toEqual([
    'good: mail.site.example has an SPF record.',
    'good: mail.site.example has a DKIM key, “s1”.',
    'good: site.example has a DMARC record.',
  ])
})

test('what is missing is named with the record to add', async () => {
  const found = await look('new.example')
  expect(found).toEqual([
    expect.stringMatching(/^mind: new\.example has no SPF record/),
    expect.stringMatching(/^mind: new\.example has no DKIM key under a usual name.*DKIM_SELECTOR/),
    expect.stringMatching(/^mind: new\.example has no DMARC record.*_dmarc\.new\.example/),
  ])
})

test('two records of a kind count as none', async () => {
  records.set('mail.site.example', ['v=spf1 ip4:192.0.2.1 -all', 'v=spf1 include:_spf.mail.example ~all'])
  records.set('_dmarc.mail.site.example', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'])
  const [spf, , dmarc] = await look()
  expect(spf).toMatch(/^wrong: mail\.site\.example has 2 SPF records/)
  expect(dmarc).toMatch(/^wrong: _dmarc\.mail\.site\.example has 2 DMARC records/)
})

test('an SPF record for everybody is wrong', async () => {
  for (const record of ['v=spf1 mx all', 'v=spf1 +all']) {
    records.set('mail.site.example', [record])
    expect((await look())[0]).toMatch(/^wrong: .*allows every server to send/)
  }
  records.set('mail.site.example', ['v=spf1 redirect=all.example'])
  expect((await look())[0]).toMatch(/^good/)
})

test('the key of DKIM_SELECTOR is the one that counts', async () => {
  expect((await look('mail.site.example', 'x2026'))[1]).toMatch(/^mind: x2026\._domainkey\.mail\.site\.example has no/)
  records.set('x2026._domainkey.mail.site.example', ['v=DKIM1; p='])
  expect((await look('mail.site.example', 'x2026'))[1]).toMatch(/^wrong: The DKIM key “x2026”.*revoked/)
  records.set('x2026._domainkey.mail.site.example', [
    'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  ])
  expect((await look('mail.site.example', 'x2026'))[1]).toMatch(/^good/)
})

test('a text that answers for every name is no key', async () => {
  for (const name of ['default', 's1', 'google']) records.set(`${name}._domainkey.mail.site.example`, ['v=spf1 -all'])
  expect((await look())[1]).toMatch(/^mind: .*no DKIM key/)
})

test('a name server that is silent is told once, and costs no longer than it is waited for', async () => {
  isSilent = true
  expect(await look()).toEqual(['mind: DNS doesn’t respond for mail.site.example from this machine.'])
})

test('an address or this machine is no domain', async () => {
  for (const domain of ['localhost', '192.0.2.1'])
    expect(await look(domain)).toEqual(['mind: Set MAIL_FROM to a sender of your own domain.'])
})
