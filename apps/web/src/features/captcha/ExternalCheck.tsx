import { t } from '@lingui/core/macro'
import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from '#base/store.ts'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { BlockedByPolicyError, externalWidget } from './external-widget.ts'

type External = NonNullable<CaptchaChallenge['external']>

interface ExternalCheckProps {
  external: External
  onToken: (token: string | undefined) => void
}

/** The widget of the provider that the owner chose; only then is anything asked from another site. */
export const ExternalCheck = ({ external, onToken }: ExternalCheckProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState<'blocked' | 'failed' | undefined>()
  const theme = useStore((state) => state.UIMode)
  const give = useEffectEvent(onToken)
  const { provider, siteKey } = external
  useEffect(() => {
    const place = box.current
    if (!place || failed) return
    let gone = false
    let remove: (() => void) | undefined
    externalWidget({ provider, siteKey, theme, place, onToken: (token) => give(token) }).then(
      (undo) => {
        remove = undo
        if (gone) undo()
      },
      (error: unknown) => setFailed(error instanceof BlockedByPolicyError ? 'blocked' : 'failed'),
    )
    return () => {
      gone = true
      remove?.()
    }
  }, [provider, siteKey, theme, failed])
  if (failed === 'blocked') {
    return (
      <ErrorState onRetry={() => location.reload()}>
        {t({
          id: 'captcha.external.changed',
          message: 'The captcha provider can’t run on this page yet. Reload the page.',
        })}
      </ErrorState>
    )
  }
  if (failed) {
    return (
      <ErrorState onRetry={() => setFailed(undefined)}>
        {t({
          id: 'captcha.external.failed',
          message: 'The captcha didn’t load. It may be blocked by your browser or network.',
        })}
      </ErrorState>
    )
  }
  return <div ref={box} className="min-h-20" />
}
