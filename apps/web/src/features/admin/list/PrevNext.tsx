import { t } from '@lingui/core/macro'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '#ui/IconButton.tsx'

interface PrevNextProps {
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The ways from an open row to those beside it, at the left of a dialog's buttons; see `neighbours`. */
export const PrevNext = ({ onPrevious, onNext }: PrevNextProps) => (
  <span className="me-auto flex">
    <IconButton
      label={t({ id: 'admin.keys.previous', message: 'Previous' })}
      icon={<IconChevronLeft aria-hidden="true" />}
      disabled={!onPrevious}
      onClick={onPrevious}
    />
    <IconButton
      label={t({ id: 'admin.keys.next', message: 'Next' })}
      icon={<IconChevronRight aria-hidden="true" />}
      disabled={!onNext}
      onClick={onNext}
    />
  </span>
)
