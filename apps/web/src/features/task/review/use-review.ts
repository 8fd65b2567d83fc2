import { t } from '@lingui/core/macro'
import {
  type DecisionResult,
  type SubmissionDetail,
  type SubmissionStatus,
  UNDO_SECONDS,
} from '@runnel/contract/task/schemas'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '#api/attempt.ts'
import type { Outcome } from '#base/ReasonDialog.tsx'
import { invalidateTasks, task } from '#features/task/calls.ts'

export type ReviewDecision = 'accept' | 'deny' | 'revision'

/** Many enough to sweep through, few enough to be decided in one call. */
export const reviewLimit = 20

export const useSubmissions = ({ id, status, page }: { id: string; status: SubmissionStatus; page: number }) => {
  const query = { status, page: String(page), limit: String(reviewLimit) }
  return useQuery({
    ...task.query('review', { params: { id }, query }, { live: true }),
    placeholderData: keepPreviousData,
  })
}

/** What was just decided and can still be taken back. */
export interface Undoable {
  actionId: string
  verdict: ReviewDecision
  count: number
  /** By the clock that nobody can turn. */
  receivedAt: number
}

interface Decision {
  verdict: ReviewDecision
  ids: readonly string[]
  reason?: string
  ban?: boolean
  /** Names the attempt, so that the same one sent again decides once. */
  key: string
}

/** Decides about submissions of one task, and takes it back. */
export const useReview = (id: string) => {
  const [undoable, setUndoable] = useState<readonly Undoable[]>([])
  const [said, setSaid] = useState('')
  const decide = useMutation({
    mutationFn: (decision: Decision) => send(id, decision),
    onSuccess: ({ done, actionId }, { verdict }) => {
      setSaid(decidedText(verdict, done))
      if (actionId === null) return
      const entry = { actionId, verdict, count: done, receivedAt: performance.now() }
      setUndoable((known) => [...known.filter(isYoung), entry].slice(-3))
    },
    onSettled: () => invalidateTasks('review', 'ownTasks', 'ownTask'),
    networkMode: 'always',
  })
  const undo = useMutation({
    mutationFn: (actionId: string) => task.calls.undo({ params: { id: actionId } }),
    onSuccess: ({ undone }) => setSaid(undoneText(undone)),
    onSettled: (_answer, _error, actionId) => {
      setUndoable((known) => known.filter((entry) => entry.actionId !== actionId))
      return invalidateTasks('review', 'ownTasks', 'ownTask')
    },
  })
  return {
    undoable,
    /** For those who hear the page. */
    said,
    isDeciding: decide.isPending,
    decide: (decision: Omit<Decision, 'key'>, outcome: Pick<Outcome, 'onSuccess'> & Partial<Outcome>) => {
      if (!decide.isPending) decide.mutate({ ...decision, key: newIdempotencyKey() }, outcome)
    },
    isUndoing: undo.isPending,
    undo: (actionId: string) => {
      if (!undo.isPending) undo.mutate(actionId)
    },
    forget: (actionId: string) => setUndoable((known) => known.filter((entry) => entry.actionId !== actionId)),
  }
}

export type ReviewState = ReturnType<typeof useReview>

const isYoung = ({ receivedAt }: Undoable): boolean => performance.now() - receivedAt < UNDO_SECONDS * 1_000

const send = (id: string, { verdict, ids, reason = '', ban, key }: Decision): Promise<DecisionResult> => {
  const call = { params: { id }, idempotencyKey: key }
  const submissionIds = [...ids]
  if (verdict === 'accept') return task.calls.accept({ ...call, body: { submissionIds } })
  if (verdict === 'revision') return task.calls.askRevision({ ...call, body: { submissionIds, reason } })
  return task.calls.deny({ ...call, query: ban ? { ban: 'true' } : {}, body: { submissionIds, reason } })
}

export const decidedText = (verdict: ReviewDecision, count: number): string => {
  switch (verdict) {
    case 'accept':
      return t({ id: 'task.decided.accept', message: `Accepted: ${count}` })
    case 'deny':
      return t({ id: 'task.decided.deny', message: `Denied: ${count}` })
    case 'revision':
      return t({ id: 'task.decided.revision', message: `Revision requested: ${count}` })
  }
}

const undoneText = (count: number): string => t({ id: 'task.undone', message: `Undone: ${count}` })

/** What the owner may still decide about it; the server enforces it again. */
export const verdictsFor = ({
  status,
  revised,
}: Pick<SubmissionDetail, 'status' | 'revised'>): readonly ReviewDecision[] => {
  if (status !== 'pending') return []
  return revised ? ['accept', 'deny'] : ['accept', 'deny', 'revision']
}
