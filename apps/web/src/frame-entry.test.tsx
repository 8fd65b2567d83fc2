import { expect, test } from 'vitest'
import { siteInfo } from '#web/test/samples.ts'
import { framedPaths, renderFrame } from './frame-entry.tsx'

const site = siteInfo({ name: 'Brook & Co', contactEmail: 'help@example.com', banners: ['728x90', '300x250'] })

test('draws pages of guests and members, and none of the staff', () => {
  expect(framedPaths).toEqual(expect.arrayContaining(['/login', '/app/dashboard', '/app/faucet', '/active/{secret}']))
  expect(framedPaths.filter((path) => path.startsWith('/app/admin'))).toEqual([])
})

test.each(framedPaths)('draws %s before anything is known, with nothing to type into', async (path) => {
  const { html } = await renderFrame({ path, site, locale: 'en' })
  const frame = document.createElement('div')
  frame.innerHTML = html
  expect(frame.querySelector('main')?.textContent).not.toBe('')
  expect(frame.querySelector('input, select, textarea, iframe[src]')).toBeNull()
})

test('names the site, marks the page in the menu, and keeps room for the challenge of a claim', async () => {
  const { html } = await renderFrame({ path: '/app/faucet', site, locale: 'en' })
  const frame = document.createElement('div')
  frame.innerHTML = html
  expect(frame.textContent).toContain('Brook & Co')
  expect(frame.querySelector('.bottom-bar [aria-current="page"]')?.textContent).toBe('Faucet')
  expect(frame.querySelector('main [role="status"]')).not.toBeNull()
  expect(frame.querySelector('template')?.content.querySelectorAll('img')).toHaveLength(7)
})

test.each(['/login', '/register'] as const)(
  'draws the way by Google on %s where the owner has opened it',
  async (path) => {
    expect((await renderFrame({ path, site, locale: 'en' })).html).not.toContain('Continue with Google')
    expect((await renderFrame({ path, site: { ...site, googleLogin: true }, locale: 'en' })).html).toContain(
      'Continue with Google',
    )
  },
)

test('draws pages side by side, each in its language', async () => {
  const draw = (locale: string) => renderFrame({ path: '/app/faucet', site, locale })
  const [english, spanish, arabic, again] = await Promise.all(['en', 'es', 'ar', 'en'].map(draw))
  const menus = [english, spanish, again].map((drawn) => /<nav aria-label="([^"]+)/.exec(drawn?.html ?? '')?.[1])
  expect(menus).toEqual(['Main menu', 'Menú principal', 'Main menu'])
  expect(/\p{Script=Arabic}/u.test(arabic?.html ?? '')).toBe(true)
})
