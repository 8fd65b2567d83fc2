import { plural, t } from '@lingui/core/macro'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { ReleaseMutation } from './network-device.ts'

interface ReleaseProps {
  /** What is about to be released; null while nothing is. */
  keys: string[] | null
  release: UseMutationResult<unknown, Error, ReleaseMutation>
  onClose: () => void
  onDone: () => void
}

/** Releases places after a look at what that means, with a note for the log. */
export const ReleaseDialog = ({ keys, release, onClose, onDone }: ReleaseProps) => {
  const [note, setNote] = useState('')
  const leave = (how: () => void) => () => {
    setNote('')
    how()
  }
  const count = keys?.length ?? 0
  return (
    <Dialog
      open={keys !== null}
      onClose={leave(onClose)}
      title={t({
        id: 'admin.place.title',
        message: plural(count, { one: 'Release # item?', other: 'Release # items?' }),
      })}
      actions={
        <>
          <Button onClick={leave(onClose)}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button
            variant="primary"
            busy={release.isPending}
            onClick={() => keys && release.mutate({ keys, note: note.trim() }, { onSuccess: leave(onDone) })}
          >
            {t({ id: 'admin.release.yes', message: 'Release' })}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>
          {t({
            id: 'admin.place.text',
            message:
              'It no longer links accounts, and its risk signals are removed. For schools, cafés and shared networks.',
          })}
        </p>
        <TextInput
          label={t({ id: 'admin.release.note', message: 'Note' })}
          hint={t({ id: 'admin.release.note.hint', message: 'For the audit log. The user can’t see it.' })}
          optional
          maxLength={300}
          autoComplete="off"
          value={note}
          onValue={setNote}
        />
      </div>
    </Dialog>
  )
}
