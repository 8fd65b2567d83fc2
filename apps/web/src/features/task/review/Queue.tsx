import { t } from '@lingui/core/macro'
import type { SubmissionDetail, SubmissionStatus } from '@runnel/contract/task/schemas'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import type { Outcome } from '#base/ReasonDialog.tsx'
import type { Review } from '#features/task/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { QueueList, toggled } from './QueueList.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import type { OpenVerdict } from './ReviewDialog.tsx'
import { ReviewOne } from './ReviewOne.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useReview, verdictsFor, type ReviewState, type ReviewDecision } from './use-review.ts'

const loadDialog = () => import('./ReviewDialog.tsx').then((file) => ({ default: file.ReviewDialog }))
// It stands closed at first, behind what the page needs to be drawn.
const ReviewDialog = lazy(() => loadChunk(loadDialog))

type ReviewKey = 'accept' | 'deny' | 'revision' | 'next' | 'previous' | 'choose' | 'undo'

const keys: Readonly<Record<string, ReviewKey>> = {
  a: 'accept',
  d: 'deny',
  r: 'revision',
  x: 'choose',
  u: 'undo',
  arrowdown: 'next',
  arrowright: 'next',
  arrowup: 'previous',
  arrowleft: 'previous',
}

/** Single keys for a queue, where nobody types and nothing else takes them; they can be switched off. */
const useReviewKeys = (isOn: boolean, onKey: (key: ReviewKey) => void): void => {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = keys[event.key.toLowerCase()]
    if (key === undefined || isTaken(event)) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOn])
}

/** Somebody types, moves within a list of choices, uses the browser's own keys, or answers a dialog. */
const isTaken = ({ target, defaultPrevented, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean => {
  if (defaultPrevented || altKey || ctrlKey || metaKey || repeat) return true
  if (document.querySelector('dialog[open], [popover]:popover-open:not(.toasts)') !== null) return true
  const typing = 'textarea, select, input:not([type=checkbox]), [contenteditable], [role=tablist] *'
  return target instanceof Element && target.closest(typing) !== null
}

interface QueueProps {
  taskId: string
  list: Review
  status: SubmissionStatus
  hasKeys: boolean
}

/** The proofs of this page, one of them large, and what can be decided about it or about those that are chosen. */
export const Queue = ({ taskId, list, status, hasKeys }: QueueProps) => {
  const { items, totalItems } = list
  const reviewing = useReview(taskId)
  const queue = useQueue({ items, status, reviewing })
  const { current, at, decide, open } = queue
  useReviewKeys(hasKeys && open === null, (key) => queue.onKey(key))
  const [number, all] = [formatNumber(at + 1), formatNumber(items.length)]
  const place = t({ id: 'task.queue.place', message: `${number} of ${all} on this page` })
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {[reviewing.said, current && `${current.worker.username}, ${place}`].filter(Boolean).join('. ')}
        </span>
      </VisuallyHidden>
      {current === undefined ? (
        <Nothing taskId={taskId} status={status} isBeyond={totalItems > 0} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
          <div className="min-w-0 max-lg:order-last">
            <QueueList
              items={items}
              currentId={current._id}
              onOpen={queue.show}
              choosing={status === 'pending' ? { chosen: queue.chosen, onChosen: queue.setChosen } : undefined}
            />
          </div>
          <ReviewOne
            submission={current}
            place={place}
            onPrevious={at > 0 ? () => queue.move(-1) : undefined}
            onNext={at < items.length - 1 ? () => queue.move(1) : undefined}
          />
        </div>
      )}
      <div className="sticky bottom-3 z-10 ms-auto grid w-full max-w-xl gap-2 max-lg:bottom-20">
        <UndoBar reviewing={reviewing} />
        <ReviewActions
          verdicts={queue.verdicts}
          chosen={queue.chosenIds.length}
          isBusy={reviewing.isDeciding}
          onVerdict={queue.begin}
          onClear={() => queue.setChosen(new Set())}
        />
      </div>
      <Suspense>
        <ReviewDialog
          open={open}
          isBusy={reviewing.isDeciding}
          onClose={() => queue.setOpen(null)}
          onSend={({ reason, ban }, outcome) => open && decide({ ...open, reason, ban }, outcome)}
        />
      </Suspense>
    </>
  )
}

interface QueueOf {
  items: readonly SubmissionDetail[]
  status: SubmissionStatus
  reviewing: ReviewState
}

/** Where one is in the queue, what is chosen, and what a key or a button does about it. */
const useQueue = ({ items, status, reviewing }: QueueOf) => {
  const [place, setPlace] = useState<{ id: string | null; at: number }>({ id: null, at: 0 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<OpenVerdict | null>(null)
  const found = items.findIndex(({ _id }) => _id === place.id)
  // The one that was shown is decided and gone: what came after it has moved into its place.
  const at = found >= 0 ? found : Math.min(place.at, items.length - 1)
  const current = items[at]
  const chosenIds = items.filter(({ _id }) => chosen.has(_id)).map(({ _id }) => _id)
  const ids = chosenIds.length > 0 ? chosenIds : current ? [current._id] : []
  const concerned = items.filter(({ _id }) => ids.includes(_id))
  const verdicts = (['accept', 'deny', 'revision'] as const).filter((verdict) =>
    concerned.some((submission) => verdictsFor(submission).includes(verdict)),
  )
  const show = (id: string) => setPlace({ id, at: items.findIndex(({ _id }) => _id === id) })
  const move = (by: number) => {
    const next = items[at + by]
    if (next) setPlace({ id: next._id, at: at + by })
  }
  const decide = (decision: Parameters<ReviewState['decide']>[0], outcome?: Outcome) => {
    setPlace({ id: current?._id ?? null, at })
    const onSuccess = () => {
      setChosen(new Set())
      outcome?.onSuccess()
    }
    reviewing.decide(decision, { onSuccess, onError: outcome?.onError })
  }
  const begin = (verdict: ReviewDecision) => {
    if (!verdicts.includes(verdict)) return
    if (verdict === 'accept') decide({ verdict, ids })
    else setOpen({ verdict, ids })
  }
  const onKey = (key: ReviewKey) => {
    const latest = reviewing.undoable.at(-1)
    if (key === 'next') move(1)
    else if (key === 'previous') move(-1)
    else if (key === 'choose') {
      if (current && status === 'pending') setChosen(toggled(chosen, current._id))
    } else if (key === 'undo') {
      if (latest) reviewing.undo(latest.actionId)
    } else begin(key)
  }
  return { current, at, chosen, setChosen, chosenIds, verdicts, open, setOpen, show, move, decide, begin, onKey }
}

interface NothingProps {
  taskId: string
  status: SubmissionStatus
  /** There are some, but all of this page are decided by now. */
  isBeyond: boolean
}

const Nothing = ({ taskId: id, status, isBeyond }: NothingProps) => {
  if (isBeyond) {
    return (
      <Card>
        <EmptyState
          heading="h2"
          title={t({ id: 'task.queue.beyond', message: 'No submissions on this page' })}
          actions={
            <Button as={PageLink} to="/app/task/{id}/submission" params={{ id }} query={{ status }} variant="primary">
              {t({ id: 'task.beyond.first', message: 'Go to first page' })}
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={
          status === 'pending'
            ? t({ id: 'task.queue.done', message: 'All caught up' })
            : t({ id: 'task.submission.none', message: 'No submissions' })
        }
        actions={
          <Button as={PageLink} to="/app/task/advertise/manage">
            {t({ id: 'task.toOwn', message: 'Go to your tasks' })}
          </Button>
        }
      >
        {status === 'pending' &&
          t({ id: 'task.queue.doneText', message: 'New submissions appear here and in your notifications.' })}
      </EmptyState>
    </Card>
  )
}
