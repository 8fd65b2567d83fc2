import { describe, expect, it } from 'vitest'
import { framesRefusedBy } from './framing.ts'

const refusedBy = (headers: { xfo?: string[]; csp?: string[]; site?: string }) =>
  framesRefusedBy({
    frameOptions: headers.xfo ?? [],
    securityPolicies: headers.csp ?? [],
    page: new URL('https://pages.example.com/a'),
    siteOrigin: headers.site ?? 'https://app.runnel.net',
  })

describe('X-Frame-Options', () => {
  it.each([
    [['DENY'], true],
    [['deny'], true],
    [[' SameOrigin '], true],
    [['SAMEORIGIN', 'SAMEORIGIN'], true],
    [['SAMEORIGIN, SAMEORIGIN'], true],
    [['SAMEORIGIN', 'DENY'], true],
    [['ALLOWALL, DENY'], true],
    [['ALLOWALL, nonsense'], true],
    [['ALLOW-FROM https://app.runnel.net', 'SAMEORIGIN'], true],
    [[], false],
    [[''], false],
    [['ALLOWALL'], false],
    [['ALLOW-FROM https://other.net'], false],
    [['nonsense'], false],
    [['nonsense', 'more nonsense'], false],
  ])('%j forbids frames: %s', (xfo, refused) => {
    expect(refusedBy({ xfo })).toBe(refused ? 'x-frame-options' : null)
  })
})

describe('frame-ancestors', () => {
  it.each([
    ["frame-ancestors 'none'", false],
    ["frame-ancestors 'self'", false],
    ['frame-ancestors', false],
    ["Frame-Ancestors 'NONE'", false],
    ["default-src 'self'; frame-ancestors 'none'; script-src *", false],
    ['frame-ancestors https://other.net', false],
    ['frame-ancestors *.other.net', false],
    ['frame-ancestors runnel.net', false],
    ['frame-ancestors *.app.runnel.net', false],
    ['frame-ancestors app.runnel.net.other.net', false],
    ['frame-ancestors https://app.runnel.net:8443', false],
    ['frame-ancestors https://app.runnel.net/only/here', false],
    ['frame-ancestors wss://app.runnel.net', false],
    ['frame-ancestors chrome-extension:', false],
    ["frame-ancestors 'none'; frame-ancestors *", false],
    ["frame-ancestors 'unsafe-inline'", false],
    ['frame-ancestors *', true],
    ['frame-ancestors https:', true],
    ['frame-ancestors http:', true],
    ['frame-ancestors app.runnel.net', true],
    ['frame-ancestors HTTPS://APP.Runnel.net', true],
    ['frame-ancestors https://app.runnel.net:443', true],
    ['frame-ancestors https://app.runnel.net:*', true],
    ['frame-ancestors https://app.runnel.net/', true],
    ['frame-ancestors http://app.runnel.net', true],
    ['frame-ancestors http://app.runnel.net:80', true],
    ['frame-ancestors *.runnel.net', true],
    ['frame-ancestors https://*.net', true],
    ['frame-ancestors https://*', true],
    ["frame-ancestors 'self' https://other.net https://app.runnel.net", true],
    ["frame-ancestors 'none' https://app.runnel.net", true],
    ['\tframe-ancestors\thttps://app.runnel.net ;', true],
    ["frame-ancestors *; frame-ancestors 'none'", true],
    ["default-src 'none'; frame-src 'none'", true],
    ['', true],
  ])('"%s" lets us frame: %s', (policy, allowed) => {
    expect(refusedBy({ csp: [policy] })).toBe(allowed ? null : 'frame-ancestors')
  })

  it('of every policy must allow, in one header or in several', () => {
    expect(refusedBy({ csp: ['frame-ancestors *', "frame-ancestors 'self'"] })).toBe('frame-ancestors')
    expect(refusedBy({ csp: ["frame-ancestors *, frame-ancestors 'none'"] })).toBe('frame-ancestors')
    expect(refusedBy({ csp: ["default-src 'self', frame-ancestors https:"] })).toBeNull()
  })

  it('goes before X-Frame-Options, a policy without it does not', () => {
    expect(refusedBy({ csp: ['frame-ancestors *'], xfo: ['DENY'] })).toBeNull()
    expect(refusedBy({ csp: ["frame-ancestors 'none'"], xfo: ['ALLOWALL'] })).toBe('frame-ancestors')
    expect(refusedBy({ csp: ["default-src 'self'"], xfo: ['DENY'] })).toBe('x-frame-options')
  })

  it('minds the port of our site', () => {
    const site = 'http://localhost:3000'
    expect(refusedBy({ site, csp: ['frame-ancestors http://localhost:3000'] })).toBeNull()
    expect(refusedBy({ site, csp: ['frame-ancestors http://localhost:*'] })).toBeNull()
    expect(refusedBy({ site, csp: ['frame-ancestors http://localhost'] })).toBe('frame-ancestors')
    // Without a scheme that of the page is meant, which is https.
    expect(refusedBy({ site, csp: ['frame-ancestors localhost:3000'] })).toBe('frame-ancestors')
  })
})
