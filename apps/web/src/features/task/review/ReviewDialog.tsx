import { plural, t } from '@lingui/core/macro'
import { task as contract } from '@runnel/contract/task/task'
import { useState } from 'react'
import { ReasonDialog, type Outcome } from '#base/ReasonDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'

export interface OpenVerdict {
  verdict: 'deny' | 'revision'
  ids: readonly string[]
}

interface ReviewDialogProps {
  /** Null while none is being given. */
  open: OpenVerdict | null
  isBusy: boolean
  onClose: () => void
  onSend: (answer: { reason: string; ban: boolean }, outcome: Outcome) => void
}

/** Words that go with a no: the worker reads them, and a moderator if it is disputed. */
export const ReviewDialog = ({ open, isBusy, onClose, onSend }: ReviewDialogProps) => {
  const [ban, setBan] = useState(false)
  const leave = () => {
    setBan(false)
    onClose()
  }
  const isDeny = open?.verdict === 'deny'
  return (
    <ReasonDialog
      open={open !== null}
      onClose={leave}
      title={open && titleOf(open)}
      submitLabel={
        isDeny ? t({ id: 'task.deny', message: 'Deny' }) : t({ id: 'task.revise', message: 'Request revision' })
      }
      danger={isDeny}
      busy={isBusy}
      isLong
      maxLength={1_000}
      rule={contract.askRevision.body.shape.reason}
      wrong={t({
        id: 'task.reason.wrong',
        message: 'Enter a reason of 5 to 1,000 characters. The worker will see it.',
      })}
      hint={t({ id: 'task.reason.hint', message: 'The worker will see this.' })}
      suggestions={suggestions()}
      more={isDeny && <BanBox ban={ban} onBan={setBan} />}
      onSend={(reason, outcome) => onSend({ reason, ban: isDeny && ban }, outcome)}
    >
      <p>{isDeny ? denyText() : reviseText()}</p>
    </ReasonDialog>
  )
}

const BanBox = ({ ban, onBan }: { ban: boolean; onBan: (ban: boolean) => void }) => (
  <Checkbox
    label={t({ id: 'task.ban', message: 'Block this worker from my tasks' })}
    hint={t({ id: 'task.ban.hint', message: 'They no longer see your tasks. Existing submissions stay.' })}
    checked={ban}
    onChecked={onBan}
  />
)

const titleOf = ({ verdict, ids }: OpenVerdict): string => {
  const count = ids.length
  if (verdict === 'deny') {
    return t({
      id: 'task.deny.title',
      message: plural(count, { one: 'Deny # submission?', other: 'Deny # submissions?' }),
    })
  }
  return t({
    id: 'task.revise.title',
    message: plural(count, { one: 'Request revision', other: 'Request revision from # workers' }),
  })
}

const denyText = (): string =>
  t({
    id: 'task.deny.text',
    message: 'The worker isn’t paid and can open a dispute. Lost disputes are shown on your tasks.',
  })

const reviseText = (): string =>
  t({
    id: 'task.revise.text',
    message: 'The worker gets one more chance with a deadline. You can request one revision per submission.',
  })

const suggestions = (): string[] => [
  t({ id: 'task.reason.unreadable', message: 'The image isn’t readable.' }),
  t({ id: 'task.reason.missing', message: 'A required proof is missing.' }),
  t({ id: 'task.reason.notDone', message: 'The proof doesn’t show the task was completed.' }),
]
