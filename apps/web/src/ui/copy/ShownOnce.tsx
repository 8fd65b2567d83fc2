import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { CopyButton } from './CopyButton.tsx'

interface ShownOnceProps {
  secret: string
  title: string
  /** Why it has to be copied now. */
  warning: string
  copy: string
  done: string
  onDone: () => void
}

/** A secret that the server doesn't show again, with the focus on its title. */
export const ShownOnce = ({ secret, title, warning, copy, done, onDone }: ShownOnceProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [secret])
  return (
    <Card>
      <div className="grid gap-4">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          {title}
        </h2>
        <Alert tone="warn">{warning}</Alert>
        <p className="rounded-m bg-sunken p-3" style={{ overflowWrap: 'anywhere' }}>
          <code>{secret}</code>
        </p>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={secret} label={copy} />
          <Button size="small" onClick={onDone}>
            {done}
          </Button>
        </div>
      </div>
    </Card>
  )
}
