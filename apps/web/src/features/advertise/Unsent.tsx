import { t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** The answer was lost on the way; the same attempt may be sent again. */
export const Unsent = ({ onAgain }: { onAgain: () => void }) => (
  <Alert
    urgent
    tone="warn"
    title={t({ id: 'campaign.unsent', message: 'We couldn’t confirm your campaign' })}
    actions={
      <Button size="small" onClick={onAgain}>
        {t({ id: 'campaign.unsent.again', message: 'Try again' })}
      </Button>
    }
  >
    {t({ id: 'campaign.unsent.text', message: 'You can safely retry: the campaign is created and paid only once.' })}
  </Alert>
)
