import type { SubmissionStatus, TaskStatus } from '@runnel/contract/task/schemas'

const DAY = 86_400

/** A submission as a child would keep it. `deadline` in seconds; null where nothing is waited for. */
export interface KeptWork {
  readonly id: string
  readonly worker: number
  status: SubmissionStatus
  deadline: number | null
  holdsPlace: boolean
  onHold: boolean
  revised: boolean
  disputed: boolean
  action: string | null
}

export interface KeptTask {
  readonly id: string
  readonly reward: number
  readonly fee: number
  status: TaskStatus
  pausedByStaff: boolean
  places: number
  accepted: number
  returned: number
  readonly works: KeptWork[]
}

export interface KeptAction {
  readonly id: string
  readonly task: KeptTask
  readonly at: number
  readonly to: 'accepted' | 'denied' | 'revision'
  readonly before: ReadonlyMap<KeptWork, number | null>
}

const isOver = ({ status }: KeptTask): boolean => ['rejected', 'completed', 'deleted'].includes(status)

/** A naive ledger: the real one must agree with it after every history. */
export class TaskModel {
  now = 0
  deposit: number
  funded = 0
  refunded = 0
  fees = 0
  readonly paid: number[]
  readonly tasks: KeptTask[] = []
  action: KeptAction | undefined

  constructor({ deposit, workers }: { deposit: number; workers: number }) {
    this.deposit = deposit
    this.paid = Array.from({ length: workers }, () => 0)
  }

  heldOf = (task: KeptTask): number => task.works.filter(({ holdsPlace }) => holdsPlace).length
  freeOf = (task: KeptTask): number => task.places - task.accepted - task.returned - this.heldOf(task)
  lentOf = (task: KeptTask): number => task.works.filter(({ onHold }) => onHold).length * task.reward
  escrowOf = (task: KeptTask): number =>
    (task.places - task.accepted - task.returned) * (task.reward + task.fee) - this.lentOf(task)

  fund(task: KeptTask, places: number): void {
    this.deposit -= places * (task.reward + task.fee)
    this.funded += places * (task.reward + task.fee)
  }

  giveBack(task: KeptTask, places: number): void {
    task.returned += places
    this.deposit += places * (task.reward + task.fee)
    this.refunded += places * (task.reward + task.fee)
  }

  end(task: KeptTask, status: 'rejected' | 'completed' | 'deleted'): void {
    this.giveBack(task, this.freeOf(task))
    task.status = status
  }

  free(task: KeptTask, work: KeptWork): void {
    Object.assign(work, { holdsPlace: false, deadline: null })
    if (isOver(task)) this.giveBack(task, 1)
  }

  pay(task: KeptTask, work: KeptWork): void {
    Object.assign(work, { status: 'accepted', holdsPlace: false, onHold: false, deadline: null })
    task.accepted += 1
    this.paid[work.worker] = (this.paid[work.worker] ?? 0) + task.reward
    this.fees += task.fee
    if (!isOver(task) && task.accepted + task.returned === task.places) task.status = 'completed'
  }

  /** What the clock does by itself. */
  settle(): void {
    for (const task of this.tasks) {
      for (const work of task.works) {
        if (work.deadline === null || work.deadline > this.now) continue
        if (work.status === 'pending' || work.status === 'accepted') this.pay(task, work)
        else if (work.status === 'revision') {
          Object.assign(work, { status: 'denied', deadline: this.now + 7 * DAY, action: null })
        } else {
          if (work.status === 'started') work.status = 'expired'
          this.free(task, work)
        }
      }
    }
  }

  /** What a bulk decision moves. */
  decide(task: KeptTask, { id, to }: { id: string; to: KeptAction['to'] }): KeptWork[] {
    const due = task.works.filter((work) => this.isDue(work, to))
    if (due.length === 0) return due
    this.action = { id, task, at: this.now, to, before: new Map(due.map((work) => [work, work.deadline])) }
    const wait = { accepted: 60, denied: 7 * DAY, revision: 2 * DAY }[to]
    for (const work of due) {
      Object.assign(work, { status: to, deadline: this.now + wait, action: id })
      work.onHold = to === 'accepted'
      if (to === 'revision') work.revised = true
    }
    return due
  }

  isDue({ status, deadline, revised }: KeptWork, to: KeptAction['to']): boolean {
    if (status !== 'pending') return false
    return to === 'accepted' || ((deadline ?? 0) > this.now && (to === 'denied' || !revised))
  }

  undo({ id, to, before }: KeptAction): number {
    const due = [...before].filter(([work]) => work.status === to && work.action === id)
    for (const [work, deadline] of due) {
      Object.assign(work, { status: 'pending', deadline, onHold: false, action: null })
      if (to === 'revision') work.revised = false
    }
    return due.length
  }
}
