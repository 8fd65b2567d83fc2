import { draw, planOf, type Drawn } from '@runnel/server/src/guard/captcha-image/draw.ts'
import { powTries } from '@runnel/server/src/guard/check/pow.ts'
import { argon2Ms } from './argon.ts'
import { type Bar, percent, processorMs } from './bar.ts'
import { attacks, bestOrder, comparisons, likeliestSet, mainBlob, surplus } from './label-free.ts'
import type { Metric } from './metric.ts'
import { solveGlance, solveOrder, trainOwner, type Solution } from './owner.ts'
import { see, seePanels } from './vision.ts'

const TESTED = 100
const SITE = 'bench'
const OTHER_SITE = 'another bench'
/** Looks of sites that nobody runs: what an owner of the generator can draw without knowing any site. */
const strangers = Array.from({ length: 24 }, (_, index) => `stranger ${index}`)
const GOALS = { glance: 0.2, order: 0.15 } as const
type Family = keyof typeof GOALS
const names = { glance: 'Glance', order: 'Order' } as const

const challenges = (family: Family, { level = 2, count = TESTED }: Asked = {}): Promise<Drawn[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => draw(`${family}:${level}:700:attacked ${index}`, SITE)))

interface Asked {
  readonly level?: 1 | 2
  readonly count?: number
}

const isRight = (drawn: Drawn, answer: readonly number[]): boolean => answer.join() === drawn.answer.join()

interface Score {
  /** Share of all that is solved, and of the third that the solver is surest of: what reloading leaves to answer. */
  readonly all: number
  readonly surest: number
}

const scored = async (drawn: readonly Drawn[], solve: (one: Drawn) => Promise<Solution>): Promise<Score> => {
  const solved: { right: boolean; sureness: number }[] = []
  for (const one of drawn) {
    const { answer, sureness } = await solve(one)
    solved.push({ right: isRight(one, answer), sureness })
  }
  const share = (some: typeof solved): number => some.filter(({ right }) => right).length / some.length
  const ranked = solved.toSorted((a, b) => b.sureness - a.sureness)
  return { all: share(solved), surest: share(ranked.slice(0, Math.round(ranked.length / 3))) }
}

/** Attackers against the pictures: without any labels, and those who own the generator (ANTIBOT.md 8). */
export const attackerBars = async (say: (text: string) => void): Promise<Bar[]> => {
  const drawn = { glance: await challenges('glance'), order: await challenges('order') }
  const bars: Bar[] = []
  const free = await labelFree(drawn)
  for (const family of ['glance', 'order'] as const) {
    const best = Math.max(...free[family].map(({ share }) => share))
    for (const { name, share } of free[family]) say(`  ${names[family]}, ${name}: ${percent(share)}`)
    bars.push({
      bar: `P1 ${names[family]}, no labels: best of ${free[family].length} attacks`,
      goal: `<= ${percent(GOALS[family])}`,
      measured: percent(best),
      held: best <= GOALS[family],
    })
  }
  const trained: Record<Family, number> = { glance: 0, order: 0 }
  for (const [bar, seeds, figures, slack] of [
    ['P1 %, owner of the generator, neighbours', strangers, 240, 0],
    ['P1 %, the same with four times as many pictures', strangers, 960, 0],
    ['P3 %, 200 labelled pictures of this site', [SITE], 180, 0.05],
    ['P3 %, 1,000 labelled pictures of this site', [SITE], 900, 0.05],
    ['P4 %, 1,000 labelled pictures of another site', [OTHER_SITE], 900, 0.05],
  ] as const) {
    const metric = await trainOwner(seeds, figures)
    for (const family of ['glance', 'order'] as const) {
      const { all, surest } = await scored(drawn[family], (one) => solver[family](one, metric))
      if (bar.startsWith('P1')) trained[family] = Math.max(trained[family], all)
      const goal = (bar.startsWith('P1') ? GOALS[family] : trained[family]) + slack
      bars.push({
        bar: `${bar.replace('%', names[family])} (surest third ${percent(surest)})`,
        goal: bar.startsWith('P1') ? `<= ${percent(goal)}` : '<= P1 + 5 points',
        measured: percent(all),
        held: all <= goal,
      })
    }
  }
  return [...bars, ...(await simpleBars()), await doors(drawn.glance)]
}

/** Anybody may choose the simple images that are drawn for low vision. */
const simpleBars = async (): Promise<Bar[]> => {
  const metric = await trainOwner(strangers, 240)
  const bars: Bar[] = []
  for (const family of ['glance', 'order'] as const) {
    const { all, surest } = await scored(await challenges(family, { level: 1, count: 3 * TESTED }), (one) =>
      solver[family](one, metric),
    )
    bars.push({
      bar: `P1 ${names[family]}, simple images, owner of the generator (surest third ${percent(surest)})`,
      goal: `<= ${percent(GOALS[family])}`,
      measured: percent(all),
      held: all <= GOALS[family],
    })
  }
  return bars
}

const solver: Readonly<Record<Family, (drawn: Drawn, metric: Metric) => Promise<Solution>>> = {
  glance: solveGlance,
  order: solveOrder,
}

/** Neither door is the cheaper one: processor time of a claim without pictures against a Glance by an own solver. */
const doors = async (glances: readonly Drawn[]): Promise<Bar> => {
  const metric = await trainOwner(strangers, 24)
  const some = glances.slice(0, 20)
  const solving = (await processorMs(() => scored(some, (one) => solveGlance(one, metric)))) / some.length
  const working = (await argon2Ms()) * powTries[2]
  return {
    bar: 'Farming without pictures: processor time of a claim against a Glance by an own solver',
    goal: '>= as much',
    measured: `${(working / 1_000).toFixed(2)} s, ${(solving / 1_000).toFixed(2)} s`,
    held: working >= solving,
  }
}

interface Named {
  readonly name: string
  readonly share: number
}

const labelFree = async (drawn: Readonly<Record<Family, readonly Drawn[]>>): Promise<Record<Family, Named[]>> => {
  const shares = (found: ReadonlyMap<string, number>, count: number): Named[] =>
    [...found].map(([name, solved]) => ({ name, share: solved / count }))
  const [orders, glances] = [new Map<string, number>(), new Map<string, number>()]
  const add = (solved: Map<string, number>, name: string, right: boolean): unknown =>
    solved.set(name, (solved.get(name) ?? 0) + (right ? 1 : 0))
  for (const one of drawn.order) {
    const { plan } = planOf(one.recipe)
    const numbers = 'tokens' in plan ? plan.tokens.map(({ count }) => count) : []
    const tokens = await seePanels(one.instruction.bytes, [0, 1 / 3, 2 / 3, 1])
    const tiles = await Promise.all(one.tiles.map(({ bytes }) => see(bytes)))
    for (const { name, fit } of attacks) add(orders, name, isRight(one, bestOrder(fit({ tokens, numbers, tiles }))))
  }
  for (const one of drawn.glance) {
    const [left, , right] = await seePanels(one.instruction.bytes, [0, 0.4, 0.6, 1])
    if (left === undefined || right === undefined) continue
    const tiles = await Promise.all(one.tiles.map(({ bytes }) => see(bytes)))
    for (const [name, compare] of Object.entries(comparisons)) {
      const more = surplus(tiles, [mainBlob(left), mainBlob(right)], compare)
      add(glances, name, isRight(one, likeliestSet(more)))
    }
  }
  return { order: shares(orders, drawn.order.length), glance: shares(glances, drawn.glance.length) }
}
