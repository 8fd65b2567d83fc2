import { t } from '@lingui/core/macro'
import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import { Suspense, useState } from 'react'
import { ExternalCheck } from '#features/captcha/captcha.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

/**
 * The check as visitors will meet it, before it is saved: whether a site key is right is told by the provider to a
 * browser on this very site, and to nobody else. Another key needs another `key`.
 */
export const CaptchaTry = (external: NonNullable<CaptchaChallenge['external']>) => {
  const [shown, setShown] = useState(false)
  const [solved, setSolved] = useState(false)
  if (!shown) {
    return (
      <Button className="justify-self-start" disabled={external.siteKey === ''} onClick={() => setShown(true)}>
        {t({ id: 'admin.captcha.try', message: 'Test site key' })}
      </Button>
    )
  }
  return (
    <div className="grid gap-3">
      <Suspense fallback={<Skeleton height={20} className="rounded-m" />}>
        <ExternalCheck external={external} onToken={(token) => setSolved(token !== undefined)} />
      </Suspense>
      <div role="status">
        {solved ? (
          <Alert tone="good">
            {t({ id: 'admin.captcha.try.works', message: 'Success: visitors can solve this captcha.' })}
          </Alert>
        ) : (
          <p className="text-sm text-muted">
            {t({
              id: 'admin.captcha.try.hint',
              message: 'Solve the captcha as a visitor. If you see an error or nothing at all, no one could sign in.',
            })}
          </p>
        )}
      </div>
    </div>
  )
}
