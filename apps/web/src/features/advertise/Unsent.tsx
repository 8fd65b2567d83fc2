import { t } from '@lingui/core/macro'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'

/** The answer was lost on the way; the same attempt may be sent again. */
export function Unsent({ onAgain }: { onAgain: () => void }) {
  return (
    <Alert
      urgent
      tone="warn"
      title={t({ id: 'campaign.unsent', message: 'We do not know whether it arrived' })}
      actions={
        <Button size="small" onClick={onAgain}>
          {t({ id: 'campaign.unsent.again', message: 'Send it again' })}
        </Button>
      }
    >
      {t({ id: 'campaign.unsent.text', message: 'Sending it again is safe: it is made and paid once at most.' })}
    </Alert>
  )
}
