import { t } from '@lingui/core/macro'
import { Alert } from '#ui/Alert.tsx'

/** Said before saving: a part of it pays nobody until another admin has agreed. */
export function SecondNote({ parts }: { parts: readonly ('rate' | 'contract')[] }) {
  if (parts.length === 0) return null
  return (
    <Alert tone="warn" title={t({ id: 'admin.proposed', message: 'Another admin has to accept this' })}>
      {parts.includes('rate') && (
        <p>
          {t({
            id: 'admin.method.second.rate',
            message: 'The rate: a lower one, or the first of a coin, pays nobody before that.',
          })}
        </p>
      )}
      {parts.includes('contract') && (
        <p>
          {t({
            id: 'admin.method.second.contract',
            message: 'The contract: another one is another coin, which may be worth more.',
          })}
        </p>
      )}
      <p>{t({ id: 'admin.method.second.rest', message: 'The rest is saved at once.' })}</p>
    </Alert>
  )
}
