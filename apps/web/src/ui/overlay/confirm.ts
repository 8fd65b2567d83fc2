import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface Question {
  title: string
  text?: ReactNode
  /** What happens, as a verb: 'Delete campaign', never 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}

interface OpenQuestion extends Question {
  answer: (confirmed: boolean) => void
}

export const useQuestion = create<{ question: OpenQuestion | null }>(() => ({ question: null }))

/** Asks in a dialog and resolves with the answer; a second question answers the first with no. */
export const confirm = (question: Question): Promise<boolean> => {
  useQuestion.getState().question?.answer(false)
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      useQuestion.setState({ question: null })
      resolve(confirmed)
    }
    useQuestion.setState({ question: { ...question, answer } })
  })
}
