import { describe, expect, test } from 'vitest'
import { createPageFetcher } from '#adapters/web-page/fetch-page.ts'
import { badUrl, refused, refusesFrames, unreachable } from '#adapters/web-page/page-check.ts'
import { renderAll } from '#kernel/words/render.ts'
import { fund, wish } from '#test/features/advertising.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

let places = 0
/** An address that no other test has. */
const place = (path = '/'): string => {
  places += 1
  return `https://www.place-${places}.com${path}`
}

const advertiser = async () => {
  const ann = await world.user('ann')
  await fund(world, ann, 1_000_000)
  const make = (changes: Parameters<typeof wish>[0]) => ann.advertise.create({ body: wish(changes) })
  return { ann, make, refusedFor: (changes: Parameters<typeof wish>[0]) => refusal(make(changes)) }
}

const noFrames = (url: string) => refusesFrames({ why: 'x-frame-options', finalUrl: url, title: 'A bank' })

describe('a page in a frame', () => {
  test('that refuses frames is refused with the offer of its own tab, where it then works', async () => {
    const { ann, make, refusedFor } = await advertiser()
    const url = place()
    world.pages.put(url, noFrames(url))
    const { status, failure } = await refusedFor({ url })
    expect({ status, failure }).toMatchObject({ status: 422, failure: { code: 'FRAMES_REFUSED' } })
    expect(failure['errors']).toMatchObject({ url: expect.stringContaining('Choose the ad type New tab instead.') })
    const looked = await ann.advertise.check({ body: { kind: 'iframe', url } })
    expect(looked).toMatchObject({ ok: false, offer: 'window', title: 'A bank' })
    expect(looked.msg).toBe(failure['msg'])
    expect(await ann.advertise.check({ body: { kind: 'window', url } })).toMatchObject({ ok: true, msg: null })
    expect((await make({ kind: 'window', url })).campaign).toMatchObject({ kind: 'window', url })
  })

  test('of YouTube is offered as a video of YouTube', async () => {
    const { ann } = await advertiser()
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    world.pages.put(url, noFrames(url))
    expect(await ann.advertise.check({ body: { kind: 'iframe', url } })).toMatchObject({ ok: false, offer: 'youtube' })
    expect(await ann.advertise.check({ body: { kind: 'youtube', url } })).toMatchObject({ ok: true })
  })

  test('that is a video file is offered as a video, and a page that shall be a video as a page', async () => {
    const { ann, make, refusedFor } = await advertiser()
    const url = place('/film.mp4')
    world.pages.put(url, { kind: 'video', contentType: 'video/mp4', bytes: 5_400_000, finalUrl: url })
    expect(await refusedFor({ url })).toMatchObject({ status: 422, failure: { code: 'AD_URL_IS_VIDEO' } })
    expect(await ann.advertise.check({ body: { kind: 'iframe', url } })).toMatchObject({ offer: 'video' })
    await make({ kind: 'video', url, timer: 15 })
    const look = await world.db.read.selectFrom('page_looks').selectAll().where('url', '=', url).execute()
    expect(renderAll(look, 'en')).toMatchObject([
      { kind: 'video', ok: true, sentence: 'Video file (video/mp4, 5.4 MB).' },
    ])
    const page = place('/page.mp4')
    const refusedPage = await refusedFor({ kind: 'video', url: page, timer: 15 })
    expect(refusedPage).toMatchObject({ status: 422, failure: { code: 'AD_URL_NOT_VIDEO' } })
    expect(await ann.advertise.check({ body: { kind: 'video', url: page } })).toMatchObject({ offer: 'iframe' })
  })

  test('that is fine is kept as it was found, in its normal form, and costs only then', async () => {
    const { ann, make } = await advertiser()
    const before = (await ann.advertise.list()).depositBalance
    const url = place()
    world.pages.put(url, { kind: 'frameable', finalUrl: `${url}home`, title: 'Home' })
    const { campaign, depositBalance } = await make({ url: `  ${url.toUpperCase().replace('HTTPS', 'https')}  ` })
    expect(campaign.url).toBe(url)
    expect(depositBalance).toBe(before - 5_000)
    const look = await world.db.read.selectFrom('page_looks').selectAll().where('url', '=', url).execute()
    expect(look).toMatchObject([{ ok: true, finding: 'frameable', title: 'Home', final_url: `${url}home` }])
  })
})

describe('an address', () => {
  test.each([
    ['http://www.example.com/', 'iframe', 'AD_URL_NOT_HTTPS'],
    ['https://user:secret@www.example.com/', 'window', 'AD_URL_CREDENTIALS'],
    ['https://www.example.com:22/', 'window', 'AD_URL_PORT'],
    ['https://127.0.0.1/', 'window', 'AD_URL_HOST'],
    ['https://0x7f.1/', 'window', 'AD_URL_HOST'],
    ['https://2130706433/', 'window', 'AD_URL_HOST'],
    ['https://[::ffff:169.254.169.254]/', 'window', 'AD_URL_HOST'],
    ['https://localhost/', 'window', 'AD_URL_HOST'],
    ['https://printer.local/', 'iframe', 'AD_URL_HOST'],
    ['javascript:alert(1)', 'window', 'AD_URL_NOT_AN_ADDRESS'],
    ['https://www.example.com/', 'youtube', 'AD_URL_NOT_YOUTUBE'],
    ['https://www.example.com/page', 'video', 'AD_URL_NOT_VIDEO'],
  ] as const)('%s as %s is refused without a look: %s', async (url, kind, code) => {
    const { ann, refusedFor } = await advertiser()
    const before = world.pages.looked.length
    const { status, failure } = await refusedFor({ url, kind, timer: 30 })
    expect({ status, failure }).toMatchObject({ status: 422, failure: { code, errors: { url: failure['msg'] } } })
    expect(await ann.advertise.check({ body: { kind, url } })).toMatchObject({ ok: false, msg: failure['msg'] })
    expect(world.pages.looked).toHaveLength(before)
  })

  test('that is not encrypted is offered in its own tab', async () => {
    const { ann, make } = await advertiser()
    const url = place().replace('https', 'http')
    expect(await ann.advertise.check({ body: { kind: 'iframe', url } })).toMatchObject({ ok: false, offer: 'window' })
    expect((await make({ kind: 'window', url })).campaign.url).toBe(url)
  })

  test.each([
    ['a private network', refused('private-address'), 'AD_URL_PRIVATE_ADDRESS'],
    ['our own site', refused('own-site'), 'AD_URL_OWN_SITE'],
    ['an address that is none', badUrl('not-https'), 'AD_URL_BAD_URL'],
    ['silence', unreachable('timeout'), 'AD_URL_UNREACHABLE'],
    ['a name that nobody has', unreachable('unknown-name'), 'AD_URL_UNREACHABLE'],
    ['a server that is off', unreachable('no-connection'), 'AD_URL_UNREACHABLE'],
    ['a server without a certificate', unreachable('no-certificate'), 'AD_URL_UNREACHABLE'],
    ['an answer that is none', unreachable('broken-answer'), 'AD_URL_UNREACHABLE'],
  ])('that leads to %s is refused in a sentence and costs nothing', async (_what, found, code) => {
    const { ann, refusedFor } = await advertiser()
    const before = await ann.advertise.list()
    const url = place()
    world.pages.put(url, found)
    for (const kind of ['iframe', 'window'] as const) {
      const { status, failure } = await refusedFor({ url, kind })
      expect({ status, failure }).toMatchObject({ status: 422, failure: { code, errors: { url: expect.any(String) } } })
    }
    const after = await ann.advertise.list()
    expect([after.total, after.depositBalance]).toEqual([before.total, before.depositBalance])
    expect(await world.db.read.selectFrom('page_looks').select('url').where('url', '=', url).execute()).toEqual([])
  })

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.1.1', '100.64.0.1'])(
    'whose name means %s is refused, and nobody is called',
    async (address) => {
      const { refusedFor } = await advertiser()
      const called: unknown[] = []
      const look = createPageFetcher({
        resolve: async () => ['93.184.216.34', address],
        connect: (to) => {
          called.push(to)
          throw new Error('a test opens no connection')
        },
      })
      const url = place()
      world.pages.put(url, await look(url, { siteOrigin: 'http://runnel.test' }))
      expect(await refusedFor({ url })).toMatchObject({ status: 422, failure: { code: 'AD_URL_PRIVATE_ADDRESS' } })
      expect(called).toEqual([])
    },
  )
})

test('a page that answers robots with an error waits for a person, who reads so', async () => {
  const { ann, make } = await advertiser()
  const url = place()
  world.pages.put(url, unreachable('error-status'))
  const sentence = 'The server responded with an error.'
  expect(await ann.advertise.check({ body: { kind: 'iframe', url } })).toMatchObject({ ok: true, msg: sentence })
  const { campaign } = await make({ url })
  expect(campaign).toMatchObject({ status: 'pending', escrow: campaign.views * campaign.price })
  const { ads } = await (await world.owner()).admin.ptc({ query: { id: campaign._id } })
  expect(ads).toMatchObject([{ look: { ok: false, sentence } }])
})

test('looking is limited, and asks for a signed-in user', async () => {
  const body = { kind: 'iframe', url: place() } as const
  expect(await refusal(world.guest().advertise.check({ body }))).toMatchObject({ status: 401 })
})
