import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test('surveys run in a document that has no origin, which only our own pages may frame', async () => {
  const { statusCode, headers, body } = await world.app.inject({ url: '/pollfish' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['set-cookie']).toBeUndefined()
  const rules = String(headers['content-security-policy']).split('; ')
  expect(rules).toContain("frame-ancestors 'self'")
  expect(rules).toContain("base-uri 'none'")
  // Their script stands in the address of the inner frame alone.
  const [, sandbox = '', address = ''] = /<iframe [^>]*sandbox="([^"]*)" src="([^"]*)"/.exec(body) ?? []
  expect(sandbox).not.toMatch(/top-navigation/)
  expect(address).toMatch(/^data:text\/html;charset=utf-8;base64,/)
  expect(body.replace(address, '')).not.toMatch(/<script/)
  const inner = Buffer.from(address.split(',')[1] ?? '', 'base64').toString()
  expect(inner).toContain('pollfish_production/sdk/webplugin/pollfish.min.js')
  expect(inner).toContain('integrity')
})
