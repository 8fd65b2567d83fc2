import { t } from '@lingui/core/macro'
import type { Shortlink } from '@runnel/contract/earn/link'
import { IconExternalLink } from '@tabler/icons-react'
import { messageOf } from '#api/failure.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { durationText } from './labels.ts'
import { SandboxNote } from './SandboxNote.tsx'
import { useOpenVisit } from './use-open-visit.ts'

/** The best link to go on with, one press away; it leaves this site at once. */
export const NextLink = ({ next: { _id, name, reward, avgDuration } }: { next: Shortlink }) => {
  const opening = useOpenVisit()
  const { open, busyId, failed } = opening
  const units = unitsText(reward)
  const time = durationText(avgDuration)
  return (
    <div className="grid gap-2 text-center">
      <Button
        variant="primary"
        size="large"
        wide
        icon={<IconExternalLink aria-hidden="true" />}
        busy={busyId === _id}
        onClick={() => open(_id)}
      >
        {t({ id: 'link.next', message: 'Next shortlink' })}
      </Button>
      <p className="text-sm text-muted wrap-anywhere">
        {name}
        <br />
        {t({ id: 'link.next.pays', message: `${units} for ${time}` })}
      </p>
      <SandboxNote opening={opening} />
      {failed && (
        <p className="text-sm text-bad" role="alert">
          {messageOf(failed.error)}
        </p>
      )}
    </div>
  )
}
