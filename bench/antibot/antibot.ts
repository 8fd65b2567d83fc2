import { planClickOrder } from '@runnel/server/src/guard/captcha-image/click-order.ts'
import { type Drawn, draw } from '@runnel/server/src/guard/captcha-image/draw.ts'
import { planGlance } from '@runnel/server/src/guard/captcha-image/glance.ts'
import { seededRandom, shuffled } from '@runnel/server/src/guard/captcha-image/random.ts'
import { createPow, verifyPow } from '@runnel/server/src/guard/check/pow.ts'
import { riskRules } from '@runnel/server/src/guard/suspicion/catalogue.ts'
import { isHoldDue } from '@runnel/server/src/guard/suspicion/score.ts'
import { attackerBars } from './attackers.ts'
import { type Bar, percent, processorMs } from './bar.ts'
import { honestBar } from './honest.ts'
import { ladderBars } from './ladder.ts'
import { paceBars } from './pace.ts'
import { pageBars } from './page.ts'
import { recordBars } from './record.ts'
import { tieBars } from './ties.ts'
import { wholeBars } from './whole.ts'

const glanceRecipe = (index: number): string => `glance:2:700:bench ${index}`
const orderRecipe = (index: number): string => `order:2:700:bench ${index}`

/** The bars of the human checks, seeded: the same code gives the same numbers on every machine, but for the times. */
export const antibotBench = async (say: (text: string) => void): Promise<Bar[]> => [
  ...(await generation()),
  guessing(),
  ...(await attackerBars(say)),
  ...recordBars(),
  ...paceBars(),
  await honestBar(),
  singleEvents(),
  ...ladderBars(),
  ...tieBars(say),
  await work(),
  ...(await wholeBars()),
  ...(await pageBars()),
]

const ROUNDS = 8
const DRAWN = 20

const generation = async (): Promise<Bar[]> => {
  const bars: Bar[] = []
  for (const [name, recipe] of [
    ['Glance', glanceRecipe],
    ['Order', orderRecipe],
  ] as const) {
    for (let index = 0; index < 10; index += 1) await draw(recipe(index), 'bench')
    let bytes = 0
    // Whatever else the machine does can only add to it, so that the least of several rounds is the truest.
    let milliseconds = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS; round += 1) {
      const spent = await processorMs(async () => {
        for (let index = 0; index < DRAWN; index += 1) {
          bytes += bytesOf(await draw(recipe(round * DRAWN + index), 'bench'))
        }
      })
      milliseconds = Math.min(milliseconds, spent / DRAWN)
    }
    const kibibytes = bytes / ROUNDS / DRAWN / 1_024
    bars.push({
      bar: `W1 generation of ${name}: processor time and size`,
      goal: '<= 40 ms, <= 36 KiB',
      measured: `${milliseconds.toFixed(1)} ms, ${kibibytes.toFixed(1)} KiB`,
      held: milliseconds <= 40 && kibibytes <= 36,
    })
  }
  return bars
}

const bytesOf = (drawn: Drawn): number =>
  [drawn.instruction, ...drawn.tiles].reduce((sum, { bytes }) => sum + bytes.length, 0)

const guessing = (): Bar => {
  const random = seededRandom('guessing')
  // So many that chance moves neither share by a twentieth of a point.
  const rounds = 1_000_000
  let [glances, orders] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    // The best guess without looking is another challenge's answer: it has the right distribution of sizes.
    if (same(planGlance(random).answer, planGlance(random).answer)) glances += 1
    const order = shuffled(random, [0, 1, 2, 3, 4]).slice(0, 3)
    if (same(order, planClickOrder(random).answer)) orders += 1
  }
  return {
    bar: 'P6 random guess: Glance / Order',
    goal: '<= 2.1 % / <= 1.7 %',
    measured: `${percent(glances / rounds)} / ${percent(orders / rounds)}`,
    held: glances / rounds <= 0.021 && orders / rounds <= 0.017,
  }
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join()

/** T2: each reason alone, however heavy and however often it is seen. */
const singleEvents = (): Bar => {
  const at = new Date('2030-01-31T00:00:00Z')
  const since = new Date('2030-01-01T00:00:00Z')
  const rules = Object.entries(riskRules).flatMap(([family, names]) => names.map((reason) => ({ family, reason })))
  const acting = rules.filter((rule) => isHoldDue([{ ...rule, points: 1_000, detail: '', at, since }], at))
  return {
    bar: `T2 single reasons of ${rules.length} that change pay, access or withdrawals (events.test.ts plays each)`,
    goal: '0',
    measured: String(acting.length),
    held: acting.length === 0,
  }
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
  const check = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) await verifyPow({ challenge, solution, secret: 'bench', now })
  }
  await check(50)
  const milliseconds = (await processorMs(() => check(rounds))) / rounds
  return {
    bar: 'W1 checking a proof of work',
    goal: '<= 1 ms',
    measured: `${milliseconds.toFixed(2)} ms`,
    held: milliseconds <= 1,
  }
}

if (import.meta.main) console.table(await antibotBench((text) => void process.stdout.write(`${text}\n`)))
