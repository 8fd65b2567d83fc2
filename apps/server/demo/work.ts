import { changeTaskStatusAsStaff } from '#features/task/change.ts'
import { createTask } from '#features/task/create.ts'
import { processDeadlines } from '#features/task/submission/deadlines.ts'
import { openDispute } from '#features/task/submission/dispute.ts'
import { acceptSubmissions, denySubmissions } from '#features/task/submission/review.ts'
import { later } from '#kernel/clock.ts'
import { oneOfTheFirst, payIn } from './advertisers.ts'
import type { Occasion, Today } from './demo-world.ts'
import { act, by } from './harness.ts'
import { depsAt } from './rules.ts'

interface Offered {
  readonly when: number
  readonly by: number
  readonly category: string
  readonly title: string
  readonly instructions: string
  readonly asks: string
  readonly reward: number
  readonly places: number
  /** The visitor's own account leaves it alone, so that whoever signs in as it finds something to do. */
  readonly isForVisitor?: boolean
}

const offered: readonly Offered[] = [
  {
    when: 0.36,
    by: 1,
    category: 'Write and review',
    title: 'Tell us what you think of our page',
    instructions:
      'Open **example.com** on the device that you have at hand.\n\n1. Read it once.\n2. Tell us in a sentence.',
    asks: 'What is good, and what is not?',
    reward: 1_500,
    places: 110,
  },
  {
    when: 0.6,
    by: 3,
    category: 'Test and report',
    title: 'Does our page work on your device?',
    instructions: 'Open **example.com**, scroll to its end and come back. Tell us what did not work.',
    asks: 'What did you see?',
    reward: 3_000,
    places: 60,
  },
  {
    when: 0.7,
    by: 5,
    category: 'Search and visit',
    title: 'Find our shop by its name and read one page',
    instructions: 'Search for **Example Seeds**, open our shop and read a page of your choice to its end.',
    asks: 'The title of the page that you read',
    reward: 400,
    places: 250,
    isForVisitor: true,
  },
  {
    when: 0.78,
    by: 2,
    category: 'Social media',
    title: 'Follow our channel and say what you would like to see',
    instructions: '1. Follow **@example** where you like.\n2. Tell us what our next video should be about.',
    asks: 'The name you follow us with, and your idea',
    reward: 650,
    places: 200,
    isForVisitor: true,
  },
  {
    when: 0.84,
    by: 4,
    category: 'Sign up',
    title: 'Register for our free newsletter on gardening',
    instructions: 'Register on **example.com/letter** with an email address that you read, and confirm it.',
    asks: 'The word at the end of the first email',
    reward: 2_400,
    places: 120,
    isForVisitor: true,
  },
  {
    when: 0.9,
    by: 6,
    category: 'Test and report',
    title: 'Order something in our test shop, up to the payment',
    instructions: 'Put two things into the basket of **shop.example.com** and go on until you are asked to pay.',
    asks: 'What was unclear on the way?',
    reward: 3_600,
    places: 90,
    isForVisitor: true,
  },
]

const giveTask = async (today: Today, wanted: Offered): Promise<void> => {
  const { stage, site, town, members, from } = today
  const { title, instructions, reward, places, asks } = wanted
  const owner = oneOfTheFirst(today, wanted.by)
  await payIn(stage, owner, { amount: Math.ceil(reward * places * 1.1), at: from, outcome: 'pay' })
  const { id: categoryId } = await stage.db.read
    .selectFrom('task_categories')
    .select('id')
    .where('name', '=', wanted.category)
    .executeTakeFirstOrThrow()
  const proofs = [{ kind: 'text' as const, label: asks, required: true }]
  const rest = { categoryId, proofs, minLevel: 1, countries: [], minutesToFinish: 60, hoursToReview: 72 }
  const at = later(from, 180)
  const { id } = await act(stage, at, (scene) =>
    createTask(by(owner, scene), { title, instructions, reward, places, ...rest }),
  )
  await act(stage, later(at, 900), (scene) => {
    const context = { ...scene, caller: site.owner }
    return changeTaskStatusAsStaff(context, { id, status: 'active', reason: undefined })
  })
  const visitors = wanted.isForVisitor === true ? members.slice(0, 1).map(({ caller }) => caller.id) : []
  town.tasks.push({ id, ownerId: owner.caller.id, left: places, workers: new Set(visitors) })
}

const DENIED = 'This says nothing about our page.'
/** Every so many proofs one is not good enough. */
const DENY_EACH = 6

/** The owners of tasks look at what came since they looked last. */
const review = async (today: Today): Promise<void> => {
  const { stage, town, members, from } = today
  for (const { id: taskId, ownerId } of town.tasks) {
    const owner = members.find(({ caller }) => caller.id === ownerId)
    const waiting = await stage.db.read
      .selectFrom('task_submissions')
      .select('id')
      .where('task_id', '=', taskId)
      .where('status', '=', 'pending')
      .orderBy('id')
      .execute()
    if (owner === undefined || waiting.length === 0) continue
    const ids = waiting.map(({ id }) => id)
    const bad = ids.filter((_id, index) => index % DENY_EACH === DENY_EACH - 1)
    const good = ids.filter((id) => !bad.includes(id))
    await act(stage, from, (scene) => acceptSubmissions(by(owner, scene), { taskId, ids: good }))
    if (bad.length === 0) continue
    const denial = { taskId, ids: bad, reason: DENIED, isBan: false }
    await act(stage, from, (scene) => denySubmissions(by(owner, scene), denial))
  }
}

/** Somebody finds that unjust; whoever checks the demonstration decides. */
const dispute = async ({ stage, members, from }: Today): Promise<void> => {
  const denied = await stage.db.read
    .selectFrom('task_submissions')
    .select(['id', 'user_id'])
    .where('status', '=', 'denied')
    .where('deadline', '>', from)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const worker = members.find(({ caller }) => caller.id === denied?.user_id)
  if (denied === undefined || worker === undefined) return
  const reason = 'I read the whole page and said what I think. Please look at it again.'
  await act(stage, from, (scene) => openDispute(by(worker, scene), { id: denied.id, reason, imageIds: [] }))
}

/** The job that does what time decides about tasks. */
export const settleTasks = async ({ stage, from }: Pick<Today, 'stage' | 'from'>): Promise<void> => {
  await processDeadlines(depsAt(stage, from))
}

export const working: readonly Occasion[] = [
  ...offered.map((wanted) => ({ when: wanted.when, happens: (today: Today) => giveTask(today, wanted) })),
  ...[0.45, 0.55, 0.66, 0.75, 0.85, -30].map((when) => ({ when, happens: review })),
  { when: -22, happens: dispute },
]
