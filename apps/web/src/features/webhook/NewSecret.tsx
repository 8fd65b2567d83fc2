import { t } from '@lingui/core/macro'
import { ShownOnce } from '#ui/copy/ShownOnce.tsx'

/** It is kept encrypted. */
export const NewSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <ShownOnce
    secret={secret}
    title={t({ id: 'webhook.secret', message: 'Copy the signing secret' })}
    warning={t({
      id: 'webhook.secret.text',
      message: 'You won’t see it again. Your server verifies with it that a request came from this site.',
    })}
    copy={t({ id: 'webhook.secret.copy', message: 'Copy secret' })}
    done={t({ id: 'webhook.secret.done', message: 'Done' })}
    onDone={onDone}
  />
)
