import { t } from '@lingui/core/macro'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { toastError } from '#ui/overlay/toast.ts'

const saysSoMs = 2_000

export const CopyButton = ({ text, label }: { text: string; label?: string }) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), saysSoMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () =>
        toastError(t({ id: 'ui.copy.failed', message: 'Your browser blocked copying. Select the text and copy it.' })),
    )
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button size="small" icon={<Icon aria-hidden="true" />} onClick={copy} aria-live="polite">
      {copied ? t({ id: 'ui.copy.done', message: 'Copied' }) : (label ?? t({ id: 'ui.copy', message: 'Copy' }))}
    </Button>
  )
}
