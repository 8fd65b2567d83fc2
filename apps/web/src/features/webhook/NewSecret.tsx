import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** Shown this once: it is kept encrypted. */
export const NewSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [secret])
  return (
    <Card>
      <div className="grid gap-4">
        <h2 ref={title} tabIndex={-1} className="outline-none">
          {t({ id: 'webhook.secret', message: 'Copy the signing secret' })}
        </h2>
        <Alert tone="warn">
          {t({
            id: 'webhook.secret.text',
            message: 'You won’t see it again. Your server verifies with it that a request came from this site.',
          })}
        </Alert>
        <p className="rounded-m bg-sunken p-3" style={{ overflowWrap: 'anywhere' }}>
          <code>{secret}</code>
        </p>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret} label={t({ id: 'webhook.secret.copy', message: 'Copy secret' })} />
          <Button size="small" onClick={onDone}>
            {t({ id: 'webhook.secret.done', message: 'Done' })}
          </Button>
        </div>
      </div>
    </Card>
  )
}
