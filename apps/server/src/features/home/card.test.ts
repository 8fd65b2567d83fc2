import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCALES, localizedPath } from '@runnel/contract/locale'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { useWorld } from '#test/world.ts'
import { drawCard } from './card.ts'

const webDist = mkdtempSync(join(tmpdir(), 'runnel-card-'))
mkdirSync(join(webDist, 'client'))
mkdirSync(join(webDist, 'public'))
const client = join(webDist, 'client')
cpSync(join(import.meta.dirname, '../../../../web/public/logo.svg'), join(client, 'logo.svg'))
afterAll(() => rmSync(webDist, { recursive: true, force: true }))

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>'
const card = { name: 'Brook', hue: 200, currency: 'USD', logo, locale: 'en' as const }
const figures = { earned: 6_170_000, paidOut: 4_120_000, medianPaySeconds: 66 }

test('a card is of the size that its page names, and of each language another', async () => {
  const bytes = await Promise.all(LOCALES.map(({ tag }) => drawCard({ ...card, locale: tag, figures })))
  const { width, height, format } = await sharp(bytes[0]).metadata()
  expect({ width, height, format }).toEqual({ width: 1_200, height: 630, format: 'png' })
  expect(new Set(bytes.map((one) => one.toString('base64'))).size).toBe(LOCALES.length)
  expect(Math.max(...bytes.map(({ length }) => length))).toBeLessThan(100_000)
})

test('a card shows the owner’s logo, and follows the figures', async () => {
  const bytes = await drawCard({ ...card, figures })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (120 * info.width + 120) * info.channels
  expect([...data.subarray(at, at + 3)]).toEqual([255, 0, 0])
  const drawn = async (changes: Partial<typeof figures>) =>
    (await drawCard({ ...card, figures: { ...figures, ...changes } })).toString('base64')
  const all = await Promise.all([
    drawn({}),
    drawn({ earned: 7_000_000 }),
    drawn({ paidOut: 0 }),
    drawn({ earned: 0, paidOut: 0 }),
  ])
  expect(new Set(all).size).toBe(4)
})

const files = {
  'index.html': '<!doctype html>',
  'csp.json': '{"scriptHashes":[]}',
  'locales.json': '{}',
  'preloads.json': '{}',
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(client, name), text)
writeFileSync(
  join(webDist, 'public', 'render.js'),
  'export const publicPaths = []; export const inlineScriptHashes = []; export const renderPublicPage = () => null',
)
writeFileSync(join(webDist, 'public', 'frame.js'), 'export const framedPaths = []')
const world = useWorld({ webDist })

test('is served in each language, drawn once in ten minutes', async () => {
  const get = (path: string) => world.app.inject({ url: path })
  const first = await get('/og.png')
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=600' })
  const ann = await world.user('ann')
  await earn(world, ann.id, 50_000)
  expect((await get('/og.png')).rawPayload.equals(first.rawPayload)).toBe(true)
  const arabic = await get(localizedPath('/og.png', 'ar'))
  expect(arabic.statusCode).toBe(200)
  expect(arabic.rawPayload.equals(first.rawPayload)).toBe(false)
  expect((await get('/xx/og.png')).statusCode).toBe(404)
})
