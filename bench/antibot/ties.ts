import { queueFrom, scoreOf, isHoldDue } from '@runnel/server/src/guard/suspicion/score.ts'
import { marksOf } from '@runnel/server/src/test/botnet.ts'
import { DAYS, type SimulatedUser, START, townOf } from '@runnel/server/src/test/town.ts'
import type { Bar } from './bar.ts'

const END = new Date(START + DAYS * 86_400_000)

interface Example {
  readonly name: string
  readonly people: number
  /** What they share, by the number of each. */
  readonly shares: (index: number) => Partial<SimulatedUser>
}

const invitedBy = (index: number, of: number): Partial<SimulatedUser> =>
  index % of === 0 ? {} : { referrer: `tied ${index - (index % of)}` }

/** People who share things by nature, as ANTIBOT.md 8 names them. */
const examples: readonly Example[] = [
  { name: '2 flatmates', people: 2, shares: () => ({ net: 'flat' }) },
  {
    name: 'a couple on one computer, of whom one invited the other',
    people: 2,
    shares: (index) => ({ net: 'flat', devices: ['computer'], ...invitedBy(index, 2) }),
  },
  {
    name: 'a family of 4 on one tablet',
    people: 4,
    shares: (index) => ({ net: 'home', devices: ['tablet'], ...invitedBy(index, 4) }),
  },
  {
    name: 'a class of 30, 3 to a computer',
    people: 30,
    shares: (index) => ({ net: 'school', devices: [`computer ${index % 10}`] }),
  },
  {
    name: 'a café of 300, 20 to a computer',
    people: 300,
    shares: (index) => ({ net: 'café', devices: [`seat ${index % 15}`] }),
  },
  {
    name: 'a village of 60, friends invited',
    people: 60,
    shares: (index) => ({ net: 'village', ...invitedBy(index, 12) }),
  },
  {
    name: 'a carrier of 1,000 whose prints collide',
    people: 1_000,
    shares: (index) => ({ net: 'carrier', print: `print ${index % 12}` }),
  },
]

const FARM = 50
const noRobots = { 'one-box': 0, proxies: 0, 'one-referrer': 0, 'own-solver': 0, 'lone-careful': 0 }

/** Accounts of the town with what they share written over it; whatever else is noted of them is left out. */
const tiedOf = (people: readonly SimulatedUser[], { name, shares }: Example): SimulatedUser[] =>
  people.map((one, index) => ({
    ...one,
    id: `tied ${index}`,
    net: `${name} ${index}`,
    devices: [`${name} ${index}`],
    print: `${name} ${index}`,
    address: `${name} ${index}`,
    referrer: null,
    isHosting: false,
    events: [],
    ...shares(index),
  }))

const foundOf = (all: readonly SimulatedUser[]): { held: number; listed: number; most: number } => {
  const marks = [...marksOf(all).values()]
  const scores = marks.map((own) => scoreOf(own, END))
  return {
    held: marks.filter((own) => isHoldDue(own, END)).length,
    listed: scores.filter((score) => score >= queueFrom.listed).length,
    most: Math.max(0, ...scores),
  }
}

/** T4: who shares a network, a device or a friend is not held for it; a farm in step is seen. */
export const tieBars = (say: (text: string) => void): Bar[] => {
  let [people, held] = [0, 0]
  for (const example of examples) {
    const all = townOf(`ties ${example.name}`, { people: example.people, robots: noRobots })
    const found = foundOf(tiedOf(all, example))
    people += all.length
    held += found.held
    say(`  ties: ${example.name}: ${found.held} held, highest score ${Math.round(found.most)}`)
  }
  const farm = townOf('ties of a farm', { people: 1, robots: { ...noRobots, 'one-referrer': FARM } })
  const robots = farm.filter(({ strategy }) => strategy !== 'person')
  const shares = (): Partial<SimulatedUser> => ({ referrer: 'farmer' })
  const caught = foundOf(tiedOf(robots, { name: 'farm', people: FARM, shares })).listed
  return [
    {
      bar: `T4 people held for what they share, of ${people} in ${examples.length} examples`,
      goal: '0',
      measured: String(held),
      held: held === 0,
    },
    {
      bar: `T4 accounts in the review queue of a farm of ${FARM} in step under one referrer, on addresses of their own`,
      goal: `${FARM}`,
      measured: String(caught),
      held: caught === FARM,
    },
  ]
}

if (import.meta.main) console.table(tieBars((text) => void process.stdout.write(`${text}\n`)))
