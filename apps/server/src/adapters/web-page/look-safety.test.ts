import type { ServerResponse } from 'node:http'
import type net from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { answer, forward, html, page, SMALL_NET_ADDRESS, useSmallNet } from '#test/fakes/small-net.ts'
import { isPublicAddress } from './address.ts'
import { resolveName } from './connection.ts'
import { createPageFetcher } from './fetch-page.ts'

const siteOrigin = 'https://app.runnel.net'
const small = useSmallNet()
const lookAt = async (url: string, limits: Parameters<typeof createPageFetcher>[0] = {}) =>
  createPageFetcher({ resolve: small.resolve, connect: small.connect, ...limits })(url, { siteOrigin })

const words = (rows: readonly string[]): string[] => rows.flatMap((row) => row.split(' '))

describe('private networks', () => {
  it.each(
    words([
      '127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 100.100.100.200 198.18.0.1',
      '224.0.0.1 255.255.255.255 ::1 :: fe80::1%eth0 fd00:ec2::254 ::ffff:127.0.0.1 ::127.0.0.1 64:ff9b::a00:1',
      '2002:7f00:1:: 2001::1 fec0::1 0177.0.0.1',
    ]),
  )('are not reached by a name that leads to %s', async (address) => {
    small.name('inner.example.com', [address])
    small.name('half.example.com', [SMALL_NET_ADDRESS, address])
    for (const host of ['inner', 'half']) {
      const found = await lookAt(`https://${host}.example.com/`)
      expect(found).toMatchObject({ kind: 'refused', reason: 'private-address' })
    }
    small.page('www.example.com/in', forward('https://inner.example.com/'))
    expect(await lookAt('https://www.example.com/in')).toMatchObject({ kind: 'refused', reason: 'private-address' })
    expect(small.connected).toEqual([`${SMALL_NET_ADDRESS} 443`])
  })

  it.each(
    words([
      'http://127.0.0.1/ http://[::1]/ http://10.0.0.8/ http://169.254.169.254/latest/meta-data/',
      'http://2130706433/ http://0177.0.0.1/ http://0x7f000001/ http://0x7f.1/ http://127.1/ //0/',
      'http://[::ffff:127.0.0.1]/ http://[fd00:ec2::254]/ http://localhost/ http://127.0.0.1./',
      'http://metadata.google.internal/ http://1.1.1.1/ http://www.example.com:22/ http://a@example.com/',
      'file:///etc/passwd gopher://example.com/ javascript:alert(1) http://[',
    ]).concat(''),
  )('are not reached by forwarding to %s', async (target) => {
    expect((await lookAt(target)).kind).toBe('refused')
    expect(small.connected).toEqual([])
    small.page('www.example.com/away', forward(target))
    // An empty target is the page itself, over and over again.
    const reason = target === '' ? 'too-many-redirects' : 'bad-redirect'
    expect(await lookAt('https://www.example.com/away')).toMatchObject({ kind: 'refused', reason })
    expect(new Set(small.connected)).toEqual(new Set([`${SMALL_NET_ADDRESS} 443`]))
  })

  it('are not reached by a name that changes its mind between the check and the connection', async () => {
    const answers = [['1.1.1.1']]
    small.name('turn.example.com', async () => answers.shift() ?? ['127.0.0.1'])
    small.page('turn.example.com/', page('<title>Outside</title>'))
    expect(await lookAt('https://turn.example.com/')).toMatchObject({ kind: 'frameable', title: 'Outside' })
    expect(small.asked).toEqual(['turn.example.com'])
    expect(small.connected).toEqual(['1.1.1.1 443'])
  })

  it('are not reached by a name that changes its mind between two steps', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']]
    small.name('turn.example.com', async () => answers.shift() ?? ['127.0.0.1'])
    small.page('turn.example.com/', forward('/again'))
    small.page('turn.example.com/again', page('<title>Inside</title>'))
    expect(await lookAt('https://turn.example.com/')).toMatchObject({ kind: 'refused', reason: 'private-address' })
    expect(small.asked).toEqual(['turn.example.com', 'turn.example.com'])
    expect(small.connected).toEqual(['1.1.1.1 443'])
  })

  it('are what the names of this machine lead to, as its resolver knows them', async () => {
    const addresses = await resolveName('localhost')
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter(isPublicAddress)).toEqual([])
    await expect(resolveName('no-such-name.invalid')).rejects.toThrow()
  })

  it('count our own site in', async () => {
    expect(await lookAt('https://app.runnel.net/app')).toMatchObject({ kind: 'refused', reason: 'bad-url' })
    small.page('www.example.com/home', forward('https://app.runnel.net/app'))
    expect(await lookAt('https://www.example.com/home')).toMatchObject({ kind: 'refused', reason: 'own-site' })
  })
})

describe('a server that means no good', () => {
  const endless = (response: ServerResponse, count: (bytes: number) => void) => {
    const more = () => {
      while (!response.destroyed) {
        count(16_384)
        if (!response.write('x'.repeat(16_384))) return
      }
    }
    response.on('drain', more)
    more()
  }

  it('forwards for ever', async () => {
    small.page('www.example.com/loop', forward('/loop'))
    expect(await lookAt('https://www.example.com/loop')).toMatchObject({ reason: 'too-many-redirects' })
    expect(small.seen).toHaveLength(4)
  })

  it('never ends its page', async () => {
    let sent = 0
    small.page('www.example.com/endless', (_, response) => {
      response.writeHead(200, html).write('<title>Long</tit')
      endless(response, (bytes) => (sent += bytes))
    })
    const found = await lookAt('https://www.example.com/endless', { timeoutMs: 15_000 })
    expect(found).toMatchObject({ kind: 'frameable' })
    // What lies in the buffers of two sockets, and not what fifteen seconds would bring.
    expect(sent).toBeLessThan(16 * 1_024 * 1_024)
  })

  it('packs a bomb', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<title>Boom</title>'), Buffer.alloc(30_000_000)]))
    for (const packing of ['gzip', 'GZIP', 'br', 'identity, gzip']) {
      small.page('www.example.com/bomb', answer(200, { ...html, 'content-encoding': packing }, bomb))
      expect(await lookAt('https://www.example.com/bomb')).toMatchObject({ kind: 'frameable', title: null })
    }
    // Packed is what says so: what is in it is not even looked at.
    small.page('www.example.com/liar', page('<title>Plain</title>', { 'content-encoding': 'br' }))
    expect(await lookAt('https://www.example.com/liar')).toMatchObject({ kind: 'frameable', title: null })
  })

  it.each([
    ['says nothing', () => {}],
    ['sends its headers slowly', (socket: net.Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: 1\r\n')],
  ])('%s', async (_, behave) => {
    small.bare((socket) => behave(socket.resume()))
    const found = await lookAt('http://www.example.com:8080/', { timeoutMs: 300 })
    expect(found).toMatchObject({ kind: 'unreachable', reason: 'timeout' })
  })

  it('sends its page slowly: what its headers say counts', async () => {
    small.bare((socket) => {
      socket.resume().write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-frame-options: deny\r\n\r\n<title>A')
      drip(socket, 'b'.repeat(10_000))
    })
    // The headers come at once, and on a busy machine after a while; only the page never ends.
    let found = await lookAt('http://www.example.com:8080/', { timeoutMs: 1_000 })
    if (found.kind === 'unreachable') found = await lookAt('http://www.example.com:8080/', { timeoutMs: 60_000 })
    expect(found).toMatchObject({ kind: 'refuses-frames', why: 'not-https' })
  })

  it('takes its time at every step: one limit holds for all', async () => {
    small.page('www.example.com/slow', (_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), 150)
    })
    const found = await lookAt('https://www.example.com/slow', { timeoutMs: 400, maxRedirects: 50 })
    expect(found).toMatchObject({ kind: 'unreachable', reason: 'timeout' })
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['nothing', ''],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['too many headers', `HTTP/1.1 200 OK\r\n${`x-a: ${'a'.repeat(1_000)}\r\n`.repeat(40)}\r\n`],
  ])('answers with %s', async (_, bytes) => {
    small.bare((socket) => void socket.resume().end(bytes))
    const found = await lookAt('http://www.example.com:8080/', { timeoutMs: 20_000 })
    expect(found).toMatchObject({ kind: 'unreachable', reason: 'broken-answer' })
  })

  const drip = (socket: net.Socket, text: string) => {
    let at = 0
    const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20)
    socket.on('close', () => clearInterval(timer))
  }
})
