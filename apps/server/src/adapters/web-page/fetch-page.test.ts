import net from 'node:net'
import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { exampleCertificate } from '#test/certificate.ts'
import { answer, forward, html, page, SMALL_NET_ADDRESS, useSmallNet } from '#test/fakes/small-net.ts'
import { createPageFetcher } from './fetch-page.ts'

const siteOrigin = 'https://app.runnel.net'
const small = useSmallNet()
const lookAt = async (url: string, limits: Parameters<typeof createPageFetcher>[0] = {}) =>
  createPageFetcher({ resolve: small.resolve, connect: small.connect, ...limits })(url, { siteOrigin })

describe('a page', () => {
  it('is checked with its name, at the address that was checked, without cookies or packing', async () => {
    small.page('www.example.com/a?b=1', page('<html><head><TITLE lang="en">\n Tea &amp;\tCake&#33; </TITLE>'))
    expect(await lookAt('https://www.example.com/a?b=1#c')).toEqual({
      kind: 'frameable',
      finalUrl: 'https://www.example.com/a?b=1#c',
      title: 'Tea & Cake!',
    })
    expect(small.connected).toEqual([`${SMALL_NET_ADDRESS} 443`])
    const [seen] = small.seen
    expect(seen).toMatchObject({ host: 'www.example.com', path: '/a?b=1', secureName: 'www.example.com' })
    expect(seen?.headers).toMatchObject({ 'accept-encoding': 'identity', connection: 'close' })
    expect(seen?.headers['user-agent']).toContain('app.runnel.net')
    expect(seen?.headers.cookie).toBeUndefined()
  })

  it('may live behind forwarding, and no cookie comes along', async () => {
    small.page('go.example.com/', forward('http://go.example.com/2', 301))
    small.page('go.example.com/2', forward('https://www.example.com/3', 308))
    small.page('www.example.com/3', forward('./end', 307))
    small.page('www.example.com/end', page('<title>End</title>'))
    expect(await lookAt('https://go.example.com/')).toMatchObject({
      kind: 'refuses-frames',
      why: 'not-https',
      finalUrl: 'https://www.example.com/end',
      title: 'End',
    })
    expect(small.asked).toHaveLength(4)
    expect(small.seen.every(({ headers }) => headers.cookie === undefined)).toBe(true)
    small.page('go.example.com/', forward('https://www.example.com/3'))
    expect(await lookAt('https://go.example.com/')).toMatchObject({ kind: 'frameable', title: 'End' })
  })

  it.each([
    [{ 'x-frame-options': 'DENY' }, 'x-frame-options'],
    [{ 'X-Frame-Options': ['ALLOWALL', 'SAMEORIGIN'] }, 'x-frame-options'],
    [{ 'content-security-policy': "default-src *; frame-ancestors 'self'" }, 'frame-ancestors'],
    [{ 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] }, 'frame-ancestors'],
    [{ 'content-security-policy': `frame-ancestors ${siteOrigin}`, 'x-frame-options': 'DENY' }, null],
    [{ 'content-security-policy-report-only': "frame-ancestors 'none'" }, null],
    [{ 'x-frame-options': 'ALLOW-FROM https://other.net' }, null],
  ])('with the headers %j is kept from frames by %s', async (headers, why) => {
    small.page('www.example.com/frame', page('<title>T</title>', headers))
    const found = await lookAt('https://www.example.com/frame')
    expect(found).toMatchObject(why === null ? { kind: 'frameable' } : { kind: 'refuses-frames', why, title: 'T' })
  })

  it.each([
    [Buffer.from('<meta charset="windows-1252"><title>Caf\u00e9</title>', 'latin1'), 'text/html', 'Café'],
    [Buffer.from('<title>Caf\u00e9</title>', 'latin1'), 'text/html; charset="ISO-8859-1"', 'Café'],
    [Buffer.from('<title>Café &#x2603; &nope; &#1114112;</title>'), 'text/html', 'Café ☃ &nope; &#1114112;'],
    [Buffer.from('<title>a\u202Eb\u0000c</title>'), 'text/html; charset=no-such', 'ab c'],
    [Buffer.from(`<title>${'x'.repeat(900)}</title>`), 'application/xhtml+xml', 'x'.repeat(200)],
    [Buffer.from('<title> </title>'), 'text/html', null],
    [Buffer.from('<title>'.repeat(9_000)), 'text/html', '<title>'.repeat(9_000).slice(0, 200)],
    [Buffer.from('<title '.repeat(9_000)), 'text/html', null],
    [Buffer.from('no title'), 'TEXT/HTML', null],
  ])('has the title that it says, whatever it says (%#)', async (body, type, title) => {
    small.page('www.example.com/title', answer(200, { 'content-type': type }, body))
    expect(await lookAt('https://www.example.com/title')).toMatchObject({ kind: 'frameable', title })
  })
})

describe('a video', () => {
  it('is known by its type', async () => {
    const video = { 'content-type': 'video/mp4', 'content-length': '5000000000' }
    small.page('www.example.com/a.mp4', (_, response) => {
      response.writeHead(200, video).flushHeaders()
    })
    expect(await lookAt('https://www.example.com/a.mp4')).toEqual({
      kind: 'video',
      contentType: 'video/mp4',
      bytes: 5_000_000_000,
      finalUrl: 'https://www.example.com/a.mp4',
    })
  })

  it('must be playable in our page', async () => {
    const kept = { 'content-type': 'video/webm', 'cross-origin-resource-policy': 'same-origin' }
    small.page('www.example.com/kept.webm', answer(200, kept))
    expect(await lookAt('https://www.example.com/kept.webm')).toMatchObject({ reason: 'not-embeddable' })
    small.page('www.example.com/open.webm', answer(200, { 'content-type': 'video/webm' }))
    expect(await lookAt('http://www.example.com/open.webm')).toMatchObject({ kind: 'refused', reason: 'bad-url' })
  })
})

describe('an address that cannot be seen', () => {
  it.each([
    [404, html, 'unreachable', 'error-status'],
    [403, html, 'unreachable', 'error-status'],
    [500, html, 'unreachable', 'error-status'],
    [204, html, 'unreachable', 'error-status'],
    [304, html, 'unreachable', 'error-status'],
    [302, html, 'refused', 'bad-redirect'],
    [200, {}, 'refused', 'not-a-page'],
    [200, { 'content-type': 'application/pdf' }, 'refused', 'not-a-page'],
    [200, { 'content-type': 'video/quicktime' }, 'refused', 'not-a-page'],
    [200, { ...html, 'content-disposition': 'attachment; filename=a.exe' }, 'refused', 'not-a-page'],
  ])('answers %i %j: %s, %s', async (status, headers, kind, reason) => {
    small.page('www.example.com/odd', answer(status, headers))
    const found = await lookAt('https://www.example.com/odd')
    expect(found).toMatchObject({ kind, reason })
    expect('msg' in found && inEnglish(found.msg)).toMatch(/^[A-Z].*\.$/)
  })

  it('has no name', async () => {
    small.name('gone.example.com', [])
    small.name('lost.example.com', async () => Promise.reject(new Error('ENOTFOUND')))
    small.name('mute.example.com', async () => new Promise(() => {}))
    for (const host of ['gone', 'lost']) {
      expect(await lookAt(`https://${host}.example.com/`)).toMatchObject({ reason: 'unknown-name' })
    }
    expect(await lookAt('https://mute.example.com/', { timeoutMs: 100 })).toMatchObject({ reason: 'timeout' })
  })

  it('has a certificate for another name, or of nobody we know', async () => {
    small.name('www.example.net', [SMALL_NET_ADDRESS])
    small.page('www.example.net/', page('<title>Other</title>'))
    expect(await lookAt('https://www.example.net/')).toMatchObject({ kind: 'unreachable', reason: 'no-certificate' })
    small.page('www.example.com/', page('<title>Known</title>'))
    tls.setDefaultCACertificates([])
    expect(await lookAt('https://www.example.com/')).toMatchObject({ reason: 'no-certificate' })
    tls.setDefaultCACertificates([exampleCertificate.cert])
    expect(await lookAt('https://www.example.com/')).toMatchObject({ kind: 'frameable' })
    expect(small.seen).toHaveLength(1)
  })

  it('has several addresses, of which some are dead', async () => {
    small.name('many.example.com', ['1.1.1.1', '2606:4700::1111', SMALL_NET_ADDRESS])
    small.page('many.example.com/', page('<title>Third</title>'))
    const connect = (to: { address: string; port: number }) =>
      small.connect(to.address === SMALL_NET_ADDRESS ? to : { ...to, port: 1 })
    expect(await lookAt('https://many.example.com/', { connect })).toMatchObject({ title: 'Third' })
    expect(small.connected).toEqual(['1.1.1.1 1', '2606:4700::1111 1', `${SMALL_NET_ADDRESS} 443`])
    small.name('dead.example.com', ['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4'])
    expect(await lookAt('https://dead.example.com/', { connect })).toMatchObject({ reason: 'no-connection' })
    expect(small.connected.slice(3)).toEqual(['1.1.1.1 1', '1.0.0.1 1', '8.8.8.8 1'])
  })

  it('has a server that does not answer the door', async () => {
    const found = await lookAt('https://www.example.com/', { timeoutMs: 200, connect: () => new net.Socket() })
    expect(found).toMatchObject({ kind: 'unreachable', reason: 'timeout' })
  })
})
