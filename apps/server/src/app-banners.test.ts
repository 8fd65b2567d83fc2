import { BannerSize } from '@runnel/contract/home'
import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const markup = '<script>document.title = "$&"</script><a href="https://example.com">Buy</a>'

test('a banner is a document without an origin, which only our own pages may frame', async () => {
  await world.settings({ banner_468x60: markup })
  const { statusCode, headers, body } = await world.app.inject({ url: '/banner/468x60' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const rules = String(headers['content-security-policy']).split('; ')
  const [sandbox, ...may] = rules[0]?.split(' ') ?? []
  expect(sandbox).toBe('sandbox')
  expect(may).toEqual(['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'])
  expect(rules).toContain("frame-ancestors 'self'")
  expect(headers['cache-control']).toBe('public, max-age=60')
  expect(headers['set-cookie']).toBeUndefined()
  expect(body).toContain(markup)
})

test('a size without a banner is nothing, and pages are told which there are', async () => {
  await world.settings({ banner_468x60: markup, banner_728x90: '  ' })
  for (const size of BannerSize.options.filter((name) => name !== '468x60')) {
    const answer = await world.app.inject({ url: `/banner/${size}` })
    expect(answer.statusCode, size).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await world.app.inject({ url: '/banner/1x1' })).statusCode).toBe(404)
  expect((await world.guest().home.site({})).banners).toEqual(['468x60'])
})
