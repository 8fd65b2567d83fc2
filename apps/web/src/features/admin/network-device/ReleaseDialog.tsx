import { plural, t } from '@lingui/core/macro'
import { adminPlace as contract } from '@runnel/contract/admin/network-device'
import type { UseMutationResult } from '@tanstack/react-query'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import type { ReleaseMutation } from './network-device.ts'

interface ReleaseProps {
  /** What is about to be released; null while nothing is. */
  keys: string[] | null
  release: UseMutationResult<unknown, Error, ReleaseMutation>
  onClose: () => void
  onDone: () => void
}

/** Releases networks or devices after a look at what that means, with a note for the log. */
export const ReleaseDialog = ({ keys, release, onClose, onDone }: ReleaseProps) => (
  <ReasonDialog
    open={keys !== null}
    onClose={onClose}
    onDone={onDone}
    title={t({
      id: 'admin.place.title',
      message: plural(keys?.length ?? 0, { one: 'Release # item?', other: 'Release # items?' }),
    })}
    submitLabel={t({ id: 'admin.release.yes', message: 'Release' })}
    busy={release.isPending}
    name="note"
    label={t({ id: 'admin.release.note', message: 'Note' })}
    hint={t({ id: 'admin.release.note.hint', message: 'For the audit log. The user can’t see it.' })}
    optional
    rule={contract.releaseDevices.body.shape.note}
    wrong={t({ id: 'admin.release.note.wrong', message: 'Use at most 300 characters.' })}
    onSend={(note, outcome) => keys && release.mutate({ keys, note }, outcome)}
  >
    <p>
      {t({
        id: 'admin.place.text',
        message:
          'It no longer links accounts, and its risk signals are removed. For schools, cafés and shared networks.',
      })}
    </p>
  </ReasonDialog>
)
