import type { AdKind } from '@runnel/contract/advertise'
import { seedCampaign } from '@runnel/server/src/test/features/views.ts'
import type { Page } from 'playwright-core'
import type { Person, World } from '#e2e/world.ts'

/** One ad of each kind, by names that addresses can say before there is a site. */
export const shownAds = {
  iframe: '01998000-0000-7000-8000-0000000000a1',
  youtube: '01998000-0000-7000-8000-0000000000a2',
  window: '01998000-0000-7000-8000-0000000000a3',
  video: '01998000-0000-7000-8000-0000000000a4',
} as const satisfies Record<AdKind, string>

const ads: Record<AdKind, { title: string; url: string; timer: 5 | 30 }> = {
  iframe: { title: 'Tea from the north slope', url: 'https://ad.example/tea', timer: 30 },
  youtube: { title: 'A rabbit of great size', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', timer: 30 },
  window: { title: 'Charts of the old harbour', url: 'https://ad.example/harbour', timer: 30 },
  video: { title: 'One minute of surf', url: 'https://ad.example/surf.webm', timer: 30 },
}

/** Puts an ad of each kind up. */
export const createAds = async (world: World, { id: ownerId }: Person): Promise<void> => {
  for (const [kind, { url, ...ad }] of Object.entries(ads)) {
    // The keys of a literal are exactly its names.
    await putUp(world, { ownerId, kind: kind as AdKind, url, ...ad, id: shownAds[kind as AdKind] })
  }
}

interface Ad {
  readonly ownerId: string
  readonly kind: AdKind
  readonly title: string
  readonly url: string
  readonly timer: number
  readonly id?: string
}

export const putUp = async ({ db }: World, { url, ...ad }: Ad): Promise<string> => {
  const id = await seedCampaign(db, { ...ad, now: new Date(Date.now() - 60_000), price: 50, reward: 35, views: 100 })
  const video_id = ad.kind === 'youtube' ? 'aqz-KE-bpKQ' : null
  const description = 'Made by three people in a small town, sent on the day that you ask for it.'
  // Its page is not looked at again within this run, whose net does not have it: the site would send it back.
  const looked = { url, description, video_id, looked_at: new Date() }
  await db.write((tx) => tx.updateTable('campaigns').set(looked).where('id', '=', id).execute())
  return id
}

const adPage = `<!doctype html><title>Ad</title><body style="font: 20px sans-serif; background: #fed">
<h1>The ad</h1><input aria-label="Write"><script>
try { if (top !== self) top.location = 'https://ad.example/elsewhere' } catch { document.body.append('stays') }
</script>`

/** An ad that tries nothing. */
const quietPage = '<!doctype html><title>Ad</title><body style="font: 20px sans-serif"><h1>The ad</h1>'

/** What of YouTube's player a page can hear and press. */
const player = `<!doctype html><title>Player</title>
<body style="margin: 0"><button style="width: 100%; height: 100vh">Play</button>
<script>
let state = -1, told = false
const say = (message) => parent.postMessage(JSON.stringify(message), '*')
addEventListener('message', ({ data }) => {
  const { event, func, args = [] } = JSON.parse(data)
  if (event === 'listening') say({ event: 'initialDelivery', info: { playerState: state } })
  if (func === 'addEventListener' && args[0] === 'onStateChange') told = true
})
document.querySelector('button').onclick = ({ target }) => {
  state = state === 1 ? 2 : 1
  target.textContent = state === 1 ? 'Pause' : 'Play'
  if (told) say({ event: 'onStateChange', info: state })
}
</script>`

/** The network has no such places: advertisers' pages and the player answer from here. */
export const answerForAds = async (page: Page): Promise<void> => {
  const html = (body: string) => ({ contentType: 'text/html', body })
  await page.context().route('https://ad.example/**', (route) => route.fulfill(html(adPage)))
  await page.context().route('https://*.example.com/**', (route) => route.fulfill(html(quietPage)))
  // A file that is gone.
  await page.context().route('https://ad.example/*.webm', (route) => route.abort())
  await page.context().route('https://www.youtube-nocookie.com/**', (route) => route.fulfill(html(player)))
}
