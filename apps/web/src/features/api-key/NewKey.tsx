import { t } from '@lingui/core/macro'
import { ShownOnce } from '#ui/copy/ShownOnce.tsx'

/** Only the hash of a key is kept. */
export const NewKey = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <ShownOnce
    secret={token}
    title={t({ id: 'apiKey.new', message: 'Copy your API key' })}
    warning={t({
      id: 'apiKey.new.text',
      message: 'You won’t see it again. Anyone who has it can use the account within its scopes.',
    })}
    copy={t({ id: 'apiKey.copy', message: 'Copy key' })}
    done={t({ id: 'apiKey.done', message: 'Done' })}
    onDone={onDone}
  />
)
