import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createImageCleaner } from '#guard/image/clean.ts'
import { useWorld } from '#test/world.ts'
import { oklchHex } from './icons.ts'

const webDist = mkdtempSync(join(tmpdir(), 'runnel-icons-'))
mkdirSync(join(webDist, 'client'))
cpSync(join(import.meta.dirname, '../../../../web/public/logo.svg'), join(webDist, 'client', 'logo.svg'))
afterAll(() => rmSync(webDist, { recursive: true, force: true }))

const world = useWorld({ webDist })

interface Manifest {
  readonly name: string
  readonly lang: string
  readonly dir: string
  readonly start_url: string
  readonly background_color: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[]
}

const manifest = async (headers: Record<string, string> = {}): Promise<Manifest> => {
  const answer = await world.app.inject({ url: '/site.webmanifest', headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch('application/manifest+json')
  return answer.json()
}

test('the manifest is made of the name, colour and logo of the owner', async () => {
  const before = await manifest()
  expect(before).toMatchObject({ name: 'Runnel', lang: 'en', dir: 'ltr', start_url: '/app/dashboard' })
  expect(before.background_color).toBe(oklchHex({ lightness: 0.976, chroma: 0.009, hue: 200 }))
  expect(before.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  await world.settings({ site_name: 'Coin Creek "1"', site_hue: 20 })
  const after = await manifest({ 'accept-language': 'ar' })
  expect(after).toMatchObject({ name: 'Coin Creek "1"', lang: 'ar', dir: 'rtl' })
  expect(after.background_color).not.toBe(before.background_color)
  // Another address, so that no phone keeps the icon of before.
  expect(after.icons[0]?.src).not.toBe(before.icons[0]?.src)
})

test('each icon is an image of its size, with the owner’s logo in it', async () => {
  await world.settings({
    site_logo:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>',
  })
  for (const { src, sizes, purpose } of (await manifest()).icons) {
    const answer = await world.app.inject({ url: src })
    expect(answer.statusCode).toBe(200)
    const image = sharp(answer.rawPayload)
    const { width, height } = await image.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
    expect(at(info.width / 2, info.height / 2)).toEqual([255, 0, 0])
    // A system may cut a maskable icon round: only its inner four fifths are sure to be seen.
    if (purpose === 'maskable') expect(at(2, 2)).not.toEqual([255, 0, 0])
  }
})

test('the icons are drawn after an upload was cleaned, and SVG stays closed to uploads', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  expect(await createImageCleaner()(photo)).toMatchObject({ kind: 'ok' })
  await world.settings({ site_logo: svg })
  const answers = await Promise.all([180, 192, 512].map((side) => world.app.inject({ url: `/icon-${side}.png` })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow()
})

test('a logo that is no image leaves the site without icons, not in error', async () => {
  await world.settings({ site_logo: '<svg xmlns="http://www.w3.org/2000/svg">' })
  expect((await world.app.inject({ url: '/icon-192.png' })).statusCode).toBe(404)
})

test('our own logo is drawn in the owner’s hue', async () => {
  const bytes = async () => (await world.app.inject({ url: '/icon-180.png' })).rawPayload
  await world.settings({ site_logo: '', site_hue: 200 })
  const blue = await bytes()
  await world.settings({ site_hue: 20 })
  expect((await bytes()).equals(blue)).toBe(false)
})

test('colours are those that a browser shows', () => {
  expect(oklchHex({ lightness: 1, chroma: 0, hue: 0 })).toBe('#ffffff')
  expect(oklchHex({ lightness: 0, chroma: 0, hue: 0 })).toBe('#000000')
  expect(oklchHex({ lightness: 0.62796, chroma: 0.25768, hue: 29.234 })).toBe('#ff0000')
})
