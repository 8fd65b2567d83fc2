import { plain } from '@runnel/server/src/test/images.ts'
import type { Person, World } from '#e2e/world.ts'

/** Tasks and submissions that are looked at; the addresses are known once the site is filled. */
export const shownTasks = { open: '', started: '', denied: '', queue: '', edited: '' }

const instructions = `## What to do
1. Open [the site](https://example.com/) and look at **three pages** of it.
2. Write down what you liked and what you did not.
3. Take a picture of the page that you liked best.

> Whoever only copies what others wrote is not paid.`

const proofs = [
  { kind: 'text', label: 'What did you like, and what not? Two sentences are enough.', required: true },
  { kind: 'link', label: 'The address of the page that you liked best', required: true },
  { kind: 'image', label: 'A picture of that page', required: false },
] as const

interface Fields {
  readonly title?: string
  readonly reward?: number
  readonly places?: number
}

/** A task as a program of its owner makes it, approved where a moderator is given. */
export const createTaskFixture = async (
  world: World,
  { owner, approved = true, ...fields }: Fields & { owner: Person; approved?: boolean },
): Promise<string> => {
  const { categories } = await owner.api.task.categories()
  const { task } = await owner.api.task.create({
    body: {
      title: fields.title ?? 'Tell us what you think of our new site',
      categoryId: categories[4]?._id ?? '',
      instructions,
      proofs: [...proofs],
      reward: fields.reward ?? 4_000,
      places: fields.places ?? 20,
      minLevel: 1,
      countries: [],
      minutesToFinish: 60,
      hoursToReview: 72,
    },
  })
  if (approved) {
    await world.owner.api.task.setStatus({ params: { id: task._id }, body: { status: 'active', isByAdmin: true } })
  }
  return task._id
}

/** Pays in what a task owner needs. */
export const fund = async (world: World, owner: Person, amount: number): Promise<void> => {
  await world.earn(owner, { amount })
  await owner.api.deposit.exchange({ body: { amount } })
}

const answers = [
  'The pictures load at once. The small print at the bottom is hard to read on my phone.',
  'https://example.com/harbour?from=start',
  '',
]

/** Starts and sends with one picture. */
export const work = async ({ api }: Person, taskId: string, { pictures = 1 } = {}): Promise<string> => {
  const { submission } = await api.task.start({ params: { id: taskId } })
  const imageIds: string[] = []
  for (let at = 0; at < pictures; at++) {
    const { image } = await api.task.upload({ file: new Blob([await drawn(at)], { type: 'image/png' }) })
    imageIds.push(image._id)
  }
  await api.task.submit({ params: { id: taskId }, body: { answers, imageIds } })
  return submission._id
}

/** A page as a phone would photograph it: enough to look at, and never the same. */
export const drawn = async (at: number): Promise<Uint8Array<ArrayBuffer>> => {
  const lines = Array.from({ length: 9 }, (_, row) => ({ y: 300 + row * 50, width: 520 - row * 37 }))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="860">
    <rect width="640" height="860" fill="#fff"/>
    <rect width="640" height="220" fill="hsl(${(at * 70 + 200) % 360} 60% 40%)"/>
    <text x="40" y="140" font-size="56" fill="#fff" font-family="sans-serif">Harbour ${at + 1}</text>
    ${lines.map(({ y, width }) => `<rect x="40" y="${y}" width="${width}" height="22" rx="8" fill="#dde"/>`).join('')}
  </svg>`
  const image = plain({ width: 640, height: 860 }).composite([{ input: Buffer.from(svg) }])
  return new Uint8Array(await image.png().toBuffer())
}

interface Crowd {
  readonly earner: Person
  readonly advertiser: Person
}

/** Tasks in every state, with submissions in every state for one worker and a queue for one owner. */
export const fillTasks = async (world: World, { earner, advertiser }: Crowd): Promise<{ moderator: Person }> => {
  const moderator = await world.moderator('mild_marten')
  await fund(world, advertiser, 3_000_000)
  const put = (title: string, fields: Fields & { approved?: boolean } = {}) =>
    createTaskFixture(world, { owner: advertiser, title, ...fields })
  const workers = []
  for (const name of ['brisk_bittern', 'plain_plover', 'wide_wagtail', 'neat_nuthatch'])
    workers.push(await world.person(name))
  shownTasks.open = await put('Tell us what you think of our new site')
  await put('Find the three typing errors in our handbook, and send us the right words', { reward: 9_500, places: 5 })
  await put('Follow our garden club and like the newest photo', { reward: 1_500, places: 300 })
  await put('Write down the opening hours of a shop near you', { approved: false })
  await put('Write down when the first and the last bus leave your village', { approved: false, reward: 2_000 })
  shownTasks.queue = await put('Photograph a notice board in your town', { reward: 6_000, places: 40 })
  await queue(world, { advertiser, workers, taskId: shownTasks.queue })
  await own(world, { earner, advertiser, put })
  shownTasks.edited = await put('Look at a shop and say what it sells', { reward: 2_500 })
  const body = {
    title: 'Look at two shops and say what they sell',
    instructions: instructions
      .replace('three pages', 'six pages')
      .replace('> Whoever', 'Send it in English.\n\n> Whoever'),
    minutesToFinish: 120,
  }
  await advertiser.api.task.edit({ params: { id: shownTasks.edited }, body })
  return { moderator }
}

interface Queue {
  readonly advertiser: Person
  readonly workers: readonly Person[]
  readonly taskId: string
}

/** Four proofs: one is accepted, one denied and disputed, two wait. */
const queue = async (world: World, { advertiser, workers, taskId }: Queue): Promise<void> => {
  const sent: string[] = []
  for (const [index, worker] of workers.entries())
    sent.push(await work(worker, taskId, { pictures: index === 1 ? 3 : 1 }))
  const [accepted = '', denied = ''] = sent
  const params = { id: taskId }
  await advertiser.api.task.accept({ params, body: { submissionIds: [accepted] } })
  const reason = 'The picture shows no notice board, only the front of a shop.'
  await advertiser.api.task.deny({ params, body: { submissionIds: [denied], reason } })
  await undoIsOver(world)
  const [, disputer] = workers
  if (!disputer) return
  const { image } = await disputer.api.task.upload({ file: new Blob([await drawn(5)], { type: 'image/png' }) })
  await disputer.api.task.dispute({
    params: { id: denied },
    body: {
      reason: 'The board hangs inside the shop, behind the glass on the left. I took one more picture of it.',
      imageIds: [image._id],
    },
  })
  const text = 'Behind the glass one sees a price list. The task asks for a notice board of the town.'
  await advertiser.api.task.answerDispute({ params: { id: denied }, body: { text } })
}

/** As if the time in which a decision can be taken back had passed. */
export const undoIsOver = ({ db }: World): Promise<unknown> => {
  const at = new Date(Date.now() - 120_000)
  return db.write((tx) => tx.updateTable('task_actions').set({ at }).execute())
}

interface Own {
  readonly earner: Person
  readonly advertiser: Person
  readonly put: (title: string) => Promise<string>
}

/** What one worker has under way: a place that is kept, proofs that wait, and one that was denied. */
const own = async (world: World, { earner, advertiser, put }: Own): Promise<void> => {
  shownTasks.started = await put('Count the benches of a park')
  await earner.api.task.start({ params: { id: shownTasks.started } })
  for (const title of ['Describe the way to your library', 'Say which of two logos you prefer'])
    await work(earner, await put(title))
  shownTasks.denied = await put('Take a picture of a bridge')
  const id = await work(earner, shownTasks.denied, { pictures: 2 })
  const reason = 'One cannot see a bridge on either picture.'
  await advertiser.api.task.deny({ params: { id: shownTasks.denied }, body: { submissionIds: [id], reason } })
  await undoIsOver(world)
}
