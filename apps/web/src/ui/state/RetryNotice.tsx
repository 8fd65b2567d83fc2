import { t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import { Alert } from './Alert.tsx'

/** The line broke while something was sent that moves money, and sending the same again moves it once. */
export const RetryNotice = ({ onAgain }: { onAgain: () => void }) => (
  <Alert
    tone="warn"
    urgent
    title={t({ id: 'ui.unsent', message: 'No response from the server' })}
    actions={
      <Button variant="primary" onClick={onAgain}>
        {t({ id: 'ui.unsent.again', message: 'Try again' })}
      </Button>
    }
  >
    {t({
      id: 'ui.unsent.text',
      message: 'We don’t know whether your request arrived. You can safely retry: it counts only once.',
    })}
  </Alert>
)
