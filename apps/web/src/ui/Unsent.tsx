import { t } from '@lingui/core/macro'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

/** The line broke while something was sent that moves money, and sending the same again moves it once. */
export function Unsent({ onAgain }: { onAgain: () => void }) {
  return (
    <Alert
      tone="warn"
      urgent
      title={t({ id: 'ui.unsent', message: 'No answer came' })}
      actions={
        <Button variant="primary" onClick={onAgain}>
          {t({ id: 'ui.unsent.again', message: 'Send it again' })}
        </Button>
      }
    >
      {t({ id: 'ui.unsent.text', message: 'It may have arrived or not. Sent again, it still counts only once.' })}
    </Alert>
  )
}
