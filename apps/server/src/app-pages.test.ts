import { expect, test } from 'vitest'

import { policy } from '#server/app-pages.ts'

test('lets in no host whole that serves more than a captcha', () => {
  const directives = new Map(
    policy(['sha256-abc='])
      .split('; ')
      .map((text) => [text.split(' ')[0], text.split(' ').slice(1)]),
  )
  expect(directives.get('script-src')).toContain("'sha256-abc='")
  for (const name of ['script-src', 'connect-src', 'frame-src']) {
    const sources = directives.get(name) ?? []
    expect(sources).toContain('https://www.google.com/recaptcha/')
    expect(sources.filter((source) => /google\.com$|gstatic\.com$|^https:$|^\*$/.test(source))).toEqual([])
  }
})
