import { expect, test } from 'vitest'
import { appPolicy, policy } from '#server/app-pages.ts'

const directivesOf = (text: string): Map<string, string[]> =>
  new Map(text.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))

test('lets in no host whole that serves more than a captcha', () => {
  const directives = directivesOf(policy({ hashes: ['sha256-abc='], providers: ['recaptcha'] }))
  expect(directives.get('script-src')).toContain("'sha256-abc='")
  for (const name of ['script-src', 'connect-src', 'frame-src']) {
    const sources = directives.get(name) ?? []
    expect(sources).toContain('https://www.google.com/recaptcha/')
    expect(sources.filter((source) => /google\.com$|gstatic\.com$|^https:$|^\*$/.test(source))).toEqual([])
  }
})

test('shows ads of any host in frames and as videos, and lets nothing more of them into the application', () => {
  const strict = directivesOf(policy({ hashes: ['sha256-abc='], providers: ['own'] }))
  const app = directivesOf(appPolicy({ hashes: ['sha256-abc='], providers: ['own'] }))
  const loosened = [...app].filter(([name, sources]) => String(sources) !== String(strict.get(name)))
  expect(loosened.map(([name]) => name)).toEqual(['frame-src', 'media-src'])
  for (const [, sources] of loosened) expect(sources.at(-1)).toBe('https:')
})
