import { create } from 'zustand'

interface Asked {
  answer: (proved: boolean) => void
}

/** What waits for the person at the screen to prove who they are; null while nothing does. */
export const useStepUp = create<{ asked: Asked | null }>(() => ({ asked: null }))

let asking: Promise<boolean> | null = null

/** Asks for a fresh proof; all who ask at the same time share one dialog and its answer. */
export const requestStepUp = (): Promise<boolean> => {
  asking ??= new Promise<boolean>((resolve) => {
    const answer = (proved: boolean) => {
      useStepUp.setState({ asked: null })
      asking = null
      resolve(proved)
    }
    useStepUp.setState({ asked: { answer } })
  })
  return asking
}
