import { createCanvas, loadImage } from '@napi-rs/canvas'
import { planClickOrder } from '@runnel/server/src/guard/captcha-image/click-order.ts'
import { draw, type Drawn } from '@runnel/server/src/guard/captcha-image/draw.ts'
import { planImageCaptcha } from '@runnel/server/src/guard/captcha-image/image-captcha.ts'
import { packNamed, pairOf } from '@runnel/server/src/guard/captcha-image/packs.ts'
import { seededRandom, shuffled } from '@runnel/server/src/guard/captcha-image/random.ts'
import { afterAnswer, isFlagged } from '@runnel/server/src/guard/check/answer-statistics.ts'
import { createPow, verifyPow } from '@runnel/server/src/guard/check/pow.ts'
import { attacks, bestOrder, comparisons, mainBlob, surplus } from './antibot-attacks.ts'
import { see, type Seen } from './antibot-vision.ts'

export interface Bar {
  readonly bar: string
  readonly goal: string
  readonly measured: string
  readonly held: boolean
}

const attacked = 150
const clickRecipe = (index: number): string => `click:3:2:pack-a:bench ${index}`
const imageRecipe = (index: number): string => `image:0:2:pack-a:bench ${index}`

/** The bars of the human checks, seeded: the same code gives the same numbers on every machine, but for the times. */
export const antibotBench = async (): Promise<Bar[]> => {
  const bars = [
    ...(await generation()),
    guessing(),
    ...(await clickAttacks()),
    ...(await imageAttacks()),
    ...sequential(),
    await work(),
  ]
  console.table(bars.map(({ bar, goal, measured, held }) => ({ bar, goal, measured, held: held ? 'yes' : 'NO' })))
  return bars
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

const generation = async (): Promise<Bar[]> => {
  const bars: Bar[] = []
  for (const [name, recipe] of [
    ['click order', clickRecipe],
    ['image captcha', imageRecipe],
  ] as const) {
    for (let index = 0; index < 10; index += 1) await draw(recipe(index))
    const before = process.cpuUsage()
    let bytes = 0
    for (let index = 0; index < 60; index += 1) bytes += bytesOf(await draw(recipe(index)))
    const { user, system } = process.cpuUsage(before)
    const [milliseconds, kibibytes] = [(user + system) / 60_000, bytes / 60 / 1_024]
    bars.push({
      bar: `G1 ${name}: processor time and size`,
      goal: '<= 20 ms, <= 16 KiB',
      measured: `${milliseconds.toFixed(1)} ms, ${kibibytes.toFixed(1)} KiB`,
      held: milliseconds <= 20 && kibibytes <= 16,
    })
  }
  return bars
}

const bytesOf = (drawn: Drawn): number =>
  [drawn.instruction, ...drawn.tiles].reduce((sum, { bytes }) => sum + bytes.length, 0)

const guessing = (): Bar => {
  const random = seededRandom('guessing')
  const rounds = 60_000
  let [clicks, images] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const order = shuffled(random, [0, 1, 2, 3, 4]).slice(0, 3)
    if (same(order, planClickOrder(random, { pick: 3, level: 2 }).answer)) clicks += 1
    // The best guess without looking is another challenge's answer: it has the right distribution of sizes.
    if (same(planImageCaptcha(random).answer, planImageCaptcha(random).answer)) images += 1
  }
  return {
    bar: 'P6 random guess: click order / image captcha',
    goal: '<= 1.7 % / <= 0.7 %',
    measured: `${percent(clicks / rounds)} / ${percent(images / rounds)}`,
    held: clicks / rounds <= 0.017 && images / rounds <= 0.007,
  }
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join()

const clickAttacks = async (): Promise<Bar[]> => {
  const solved = attacks.map(() => 0)
  for (let index = 0; index < attacked; index += 1) {
    const drawn = await draw(clickRecipe(index))
    const tokens = await panelsOf(drawn, 3)
    const tiles = await Promise.all(drawn.tiles.map((tile) => see(tile.bytes)))
    const sight = { tokens, numbers: numbersOf(clickRecipe(index), drawn), tiles }
    attacks.forEach((attack, at) => {
      if (same(bestOrder(attack.fit(sight)), drawn.answer)) solved[at] = (solved[at] ?? 0) + 1
    })
  }
  return attacks.map((attack, at) => {
    const share = (solved[at] ?? 0) / attacked
    return {
      bar: `P2 click order, ${attack.name} (numbers given)`,
      goal: '<= 6 %',
      measured: percent(share),
      held: share <= 0.06,
    }
  })
}

/** The numbers on the tokens are read by an oracle: reading digits is not what these attacks are about. */
const numbersOf = (recipe: string, drawn: Drawn): number[] => {
  const random = seededRandom(recipe)
  pairOf(random, packNamed('pack-a'))
  const plan = planClickOrder(random, { pick: 3, level: 2 })
  if (!same(plan.answer, drawn.answer)) throw new Error('The oracle read the numbers of another challenge.')
  return plan.tokens.map((token) => token.count)
}

/** The strip, cut where one token ends and the next begins. */
const panelsOf = async (drawn: Drawn, count: number): Promise<Seen[]> => {
  const image = await loadImage(drawn.instruction.bytes)
  const width = image.width / count
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const canvas = createCanvas(width, image.height)
      canvas.getContext('2d').drawImage(image, -index * width, 0)
      return see(canvas.toBuffer('image/png'))
    }),
  )
}

const imageAttacks = async (): Promise<Bar[]> => {
  const names = Object.keys(comparisons)
  const solved = names.map(() => 0)
  for (let index = 0; index < attacked; index += 1) {
    const drawn = await draw(imageRecipe(index))
    const [left, right] = await panelsOf(drawn, 2)
    if (left === undefined || right === undefined) continue
    const tiles = await Promise.all(drawn.tiles.map((tile) => see(tile.bytes)))
    names.forEach((name, at) => {
      const compare = comparisons[name]
      if (compare === undefined) return
      const more = surplus(tiles, [mainBlob(left), mainBlob(right)], compare)
      if (same(likeliestSet(more), drawn.answer)) solved[at] = (solved[at] ?? 0) + 1
    })
  }
  return names.map((name, at) => {
    const share = (solved[at] ?? 0) / attacked
    return { bar: `P3 image captcha, ${name}`, goal: '<= 15 %', measured: percent(share), held: share <= 0.15 }
  })
}

/** Three to five tiles are right: those with a surplus, or as many of the best as fit. */
const likeliestSet = (more: readonly number[]): number[] => {
  const ranked = more.map((value, tile) => ({ value, tile })).sort((a, b) => b.value - a.value)
  const positive = ranked.filter(({ value }) => value > 0).length
  return ranked
    .slice(0, Math.min(5, Math.max(3, positive)))
    .map(({ tile }) => tile)
    .sort((a, b) => a - b)
}

const sequential = (): Bar[] => {
  const random = seededRandom('sequential')
  const flaggedWithin = (rate: number, answers: number): boolean => {
    let llr = 0
    for (let count = 0; count < answers; count += 1) {
      llr = afterAnswer(llr, random() < rate)
      if (isFlagged(llr)) return true
    }
    return false
  }
  const share = (rounds: number, flagged: () => boolean): number =>
    Array.from({ length: rounds }, flagged).filter(Boolean).length / rounds
  const solver = share(4_000, () => flaggedWithin(0.6, 60))
  const person = share(20_000, () => flaggedWithin(0.92, 400))
  return [
    {
      bar: 'S1 a 60 % solver is flagged within 60 answers',
      goal: '>= 95 %',
      measured: percent(solver),
      held: solver >= 0.95,
    },
    {
      bar: 'S1 a 92 % person is flagged within 400',
      goal: '<= 0.05 %',
      measured: percent(person),
      held: person <= 0.0005,
    },
  ]
}

const work = async (): Promise<Bar> => {
  const now = new Date('2030-01-01T00:00:00Z')
  const challenge = await createPow({
    level: 0,
    secret: 'bench',
    expiresAt: new Date('2030-01-01T00:01:00Z'),
    id: 'bench',
  })
  const solution = { counter: 1, derivedKey: '00'.repeat(32) }
  const rounds = 400
  for (let round = 0; round < 50; round += 1) await verifyPow({ challenge, solution, secret: 'bench', now })
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) await verifyPow({ challenge, solution, secret: 'bench', now })
  const { user, system } = process.cpuUsage(before)
  const milliseconds = (user + system) / 1_000 / rounds
  return {
    bar: 'W1 checking a proof of work',
    goal: '<= 1 ms',
    measured: `${milliseconds.toFixed(2)} ms`,
    held: milliseconds <= 1,
  }
}

if (import.meta.main) await antibotBench()
