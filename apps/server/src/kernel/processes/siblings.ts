import { randomUUID } from 'node:crypto'

/** The other processes of this node, as one of them reaches them. */
export interface Siblings {
  /** How many processes the node has, this one included. */
  readonly count: number
  /** Tells every other process; what a dead one misses is lost. */
  readonly tell: (topic: string, data: unknown) => void
  readonly hear: (topic: string, heard: (data: unknown) => void) => void
  /** Asks every other process, and waits a second at most for their answers. */
  readonly ask: (topic: string) => Promise<unknown[]>
  readonly answer: (topic: string, make: () => Promise<unknown>) => void
}

/** A node of one process, which is the rule. */
export const alone: Siblings = {
  count: 1,
  tell: () => undefined,
  hear: () => undefined,
  ask: async () => [],
  answer: () => undefined,
}

/** What a process says to the one that started it, which passes on all but `ready`. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'tell'; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'ask'; readonly topic: string; readonly id: string }
  | { readonly kind: 'answer'; readonly id: string; readonly to: number; readonly data: unknown }

/** What it is told. `work`: it does the jobs of the node from now on. */
export type ToProcess =
  | { readonly kind: 'work' }
  | { readonly kind: 'tell'; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'ask'; readonly topic: string; readonly id: string; readonly from: number }
  | { readonly kind: 'answer'; readonly id: string; readonly data: unknown }

/** The channel to the process that started this one. */
export interface Channel {
  readonly send: (message: FromProcess) => void
  readonly onMessage: (heard: (message: ToProcess) => void) => void
}

const ANSWER_MS = 1_000

export const openSiblings = ({ send, onMessage }: Channel, count: number): Siblings => {
  const hearers = new Map<string, (data: unknown) => void>()
  const makers = new Map<string, () => Promise<unknown>>()
  const questions = new Map<string, (data: unknown) => void>()
  onMessage((message) => {
    if (message.kind === 'tell') hearers.get(message.topic)?.(message.data)
    if (message.kind === 'answer') questions.get(message.id)?.(message.data)
    if (message.kind !== 'ask') return
    const { id, from: to } = message
    // One that cannot answer is left out, as one that does not.
    makers
      .get(message.topic)?.()
      .then(
        (data) => send({ kind: 'answer', id, to, data }),
        () => undefined,
      )
  })
  return {
    count,
    tell: (topic, data) => send({ kind: 'tell', topic, data }),
    hear: (topic, heard) => void hearers.set(topic, heard),
    ask: (topic) =>
      new Promise((resolve) => {
        const id = randomUUID()
        const answers: unknown[] = []
        const finish = (): void => {
          clearTimeout(timer)
          questions.delete(id)
          resolve(answers)
        }
        const timer = setTimeout(finish, ANSWER_MS)
        questions.set(id, (data) => {
          if (answers.push(data) === count - 1) finish()
        })
        send({ kind: 'ask', topic, id })
      }),
    answer: (topic, make) => void makers.set(topic, make),
  }
}

/** How long counts are gathered before the other processes learn of them. */
const GATHER_MS = 20

/**
 * Counts that each process keeps in its own memory and that hold for the node: `add` gathers what was counted here,
 * `apply` is given what was counted elsewhere. No call waits for it, so a limit may be overshot by what arrives at the
 * other processes within the same moment.
 */
export const shareCounts = (
  siblings: Siblings,
  topic: string,
  apply: (key: string, amount: number) => void,
): { readonly add: (key: string, amount: number) => void } => {
  if (siblings.count === 1) return { add: () => undefined }
  let gathered = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  // Told by a process of this same program, a moment ago.
  siblings.hear(topic, (data) => (data as [string, number][]).forEach(([key, amount]) => apply(key, amount)))
  const tell = (): void => {
    timer = undefined
    siblings.tell(topic, [...gathered])
    gathered = new Map()
  }
  return {
    add: (key, amount) => {
      gathered.set(key, (gathered.get(key) ?? 0) + amount)
      timer ??= setTimeout(tell, GATHER_MS).unref()
    },
  }
}
