import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** Shown this once: only the hash of a key is kept. */
export const NewKey = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [token])
  return (
    <Card>
      <div className="grid gap-4">
        <h2 ref={title} tabIndex={-1} className="outline-none">
          {t({ id: 'apiKey.new', message: 'Copy your API key' })}
        </h2>
        <Alert tone="warn">
          {t({
            id: 'apiKey.new.text',
            message: 'You won’t see it again. Anyone who has it can use the account within its scopes.',
          })}
        </Alert>
        <p className="rounded-m bg-sunken p-3" style={{ overflowWrap: 'anywhere' }}>
          <code>{token}</code>
        </p>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={token} label={t({ id: 'apiKey.copy', message: 'Copy key' })} />
          <Button size="small" onClick={onDone}>
            {t({ id: 'apiKey.done', message: 'Done' })}
          </Button>
        </div>
      </div>
    </Card>
  )
}
