import { t } from '@lingui/core/macro'
import { queryClient } from '#api/cache.ts'
import { toastSuccess } from '#ui/overlay/toast.ts'

/**
 * Tells what was done, in the words of the answer if it has any, with a button that takes it back for some seconds.
 * `run` calls the endpoint that does the opposite, which has its own checks and its own entry in the audit log. It runs
 * once, however often it is pressed.
 */
export const offerUndo = (answer: unknown, run: () => Promise<unknown>, words?: string): void => {
  const text = sentenceOf(answer) ?? words
  if (text === undefined) return
  let isDone = false
  const undo = async () => {
    if (isDone) return
    isDone = true
    // Where it fails the call itself tells why.
    await run().catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: ['admin'] })
  }
  toastSuccess(text, { label: t({ id: 'admin.undo', message: 'Undo' }), run: () => void undo() })
}

const sentenceOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' &&
  answer !== null &&
  'msg' in answer &&
  typeof answer.msg === 'string' &&
  answer.msg !== ''
    ? answer.msg
    : undefined
