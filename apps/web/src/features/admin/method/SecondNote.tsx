import { t } from '@lingui/core/macro'
import { Alert } from '#ui/state/Alert.tsx'

/** Said before saving: a part of it pays nobody until another admin has agreed. */
export function SecondNote({ parts }: { parts: readonly ('rate' | 'contract')[] }) {
  if (parts.length === 0) return null
  return (
    <Alert tone="warn" title={t({ id: 'admin.proposed', message: 'Waiting for a second admin' })}>
      {parts.includes('rate') && (
        <p>
          {t({
            id: 'admin.method.second.rate',
            message: 'Rate: a lower or first rate needs a second admin before anyone is paid.',
          })}
        </p>
      )}
      {parts.includes('contract') && (
        <p>
          {t({
            id: 'admin.method.second.contract',
            message: 'Contract address: another contract is another token and may be worth more.',
          })}
        </p>
      )}
      <p>{t({ id: 'admin.method.second.rest', message: 'All other changes are saved immediately.' })}</p>
    </Alert>
  )
}
