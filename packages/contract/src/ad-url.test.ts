import { describe, expect, it } from 'vitest'
import { AD_URL_MAX, readAdUrl, youtubeIdOf, type AdUrlKind } from './ad-url.ts'

const read = (url: string, kind: AdUrlKind = 'window') => readAdUrl({ url, kind, siteHost: 'runnel.net' })
const problemOf = (url: string, kind: AdUrlKind = 'window') => {
  const answer = read(url, kind)
  return answer.ok ? null : answer.problem
}

describe('an advertised address', () => {
  it.each([
    ['https://www.example.com', 'https://www.example.com/'],
    ['  HTTPS://Example.COM:443/Path?q=1#part ', 'https://example.com/Path?q=1#part'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com:80/', 'https://example.com:80/'],
    ['https://bücher.de/ä', 'https://xn--bcher-kva.de/%C3%A4'],
    ['https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['https://ｅｘａｍｐｌｅ.com/', 'https://example.com/'],
    ['https://runnel.net.example.com/', 'https://runnel.net.example.com/'],
  ])('%s is taken in its normal form', (url, normal) => {
    for (const kind of ['iframe', 'window'] as const) {
      expect(read(url, kind)).toEqual({ ok: true, url: normal, youtubeId: null })
    }
  })

  it.each([
    ['', 'not-an-address'],
    ['example.com', 'not-an-address'],
    ['//example.com', 'not-an-address'],
    ['https:example.com', 'not-an-address'],
    ['https:/example.com', 'not-an-address'],
    ['https:\\\\example.com', 'not-an-address'],
    ['https://exa mple.com', 'not-an-address'],
    ['https://example.com/\n.evil.net', 'not-an-address'],
    ['https://example.com/\u202Egnp.exe', 'not-an-address'],
    ['javascript://example.com/%0aalert(1)', 'not-an-address'],
    ['ftp://example.com/', 'not-an-address'],
    ['file:///etc/passwd', 'not-an-address'],
    ['data:text/html,hello', 'not-an-address'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:word@example.com/', 'credentials'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:6379/', 'port'],
    ['https://runnel.net/app', 'own-site'],
    ['https://RUNNEL.net:8443/', 'own-site'],
  ])('%s is refused: %s', (url, problem) => {
    expect(problemOf(url)).toBe(problem)
  })

  it.each(
    [
      'http://127.0.0.1/ http://8.8.8.8/ http://2130706433/ http://0177.0.0.1/ http://0x7f000001/ http://0x7f.1/',
      'http://127.1/ http://0/ http://127.0.0.1./ http://１２７.０.０.１/ http://①②⑦.0.0.1/ http://%31%32%37.0.0.1/',
      'http://[::1]/ http://[::ffff:127.0.0.1]/ http://[2606:4700::1111]/ http://localhost/ http://LOCALHOST./',
      'http://intranet/ http://example.com./ http://a..com/ http://printer.local/ http://db.internal/ http://nas.lan/',
      'http://metadata.google.internal/ http://a.test/ http://a.example/ http://a.invalid/ http://a.onion/',
      'http://a.home.arpa/ http://1.0.0.127.in-addr.arpa/ http://a.localhost/ http://a.localdomain/ http://-a.com/',
      'http://a_b.com/ http://example.c/ http://example.c0m/',
      `http://${'a'.repeat(64)}.com/ http://${'a.'.repeat(130)}com/`,
    ].flatMap((row) => row.split(' ')),
  )('%s leads to no public name', (url) => {
    expect(problemOf(url)).toBe('host')
  })

  it.each(['http://[fe80::1%25eth0]/', 'http://256.1.1.1/', 'http://1.2.3.4.5/', 'http://09.1/', 'http://a%00b.com/'])(
    '%s is no address at all',
    (url) => {
      expect(problemOf(url)).toBe('not-an-address')
    },
  )

  it('may be http only where it opens in its own tab', () => {
    expect(problemOf('http://example.com/')).toBeNull()
    expect(problemOf('http://example.com/', 'iframe')).toBe('not-https')
    expect(problemOf('http://example.com/a.mp4', 'video')).toBe('not-https')
  })

  it('has a longest length, before and after it is written out', () => {
    const room = AD_URL_MAX - 'https://example.com/'.length
    expect(problemOf(`https://example.com/${'a'.repeat(room)}`)).toBeNull()
    expect(problemOf(`https://example.com/${'a'.repeat(room + 1)}`)).toBe('too-long')
    expect(problemOf(`https://example.com/${'ä'.repeat(room)}`)).toBe('too-long')
  })

  it('of a video ends in .mp4 or .webm', () => {
    expect(problemOf('https://example.com/a/film.MP4?x=1', 'video')).toBeNull()
    expect(problemOf('https://example.com/film.webm', 'video')).toBeNull()
    expect(problemOf('https://example.com/film.mov', 'video')).toBe('not-video')
    expect(problemOf('https://example.com/?film.mp4', 'video')).toBe('not-video')
  })
})

describe('a video of YouTube', () => {
  const id = 'dQw4w9WgXc_'
  it.each([
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=PL1&v=${id}&t=10s`,
    `http://m.youtube.com/watch?v=${id}`,
    `https://music.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://www.youtube.com/v/${id}/`,
  ])('%s is known by its id', (url) => {
    expect(youtubeIdOf(url)).toBe(id)
    expect(read(url, 'youtube')).toEqual({ ok: true, url: `https://www.youtube.com/watch?v=${id}`, youtubeId: id })
  })

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${id}x`,
    `https://www.youtube.com/playlist?list=${id}`,
    `https://youtube.com.example.com/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://youtu.be/`,
  ])('%s is none', (url) => {
    expect(youtubeIdOf(url)).toBeNull()
    expect(problemOf(url, 'youtube')).toBe('not-youtube')
  })
})
