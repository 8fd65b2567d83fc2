import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** Most breaks of a mobile network are shorter than this. */
const firstPauseMs = 5_000

interface UnsentProps {
  isSending: boolean
  onSend: () => void
  onGiveUp: () => void
}

/** The network failed on the way: sending the same claim again is paid once, however often it arrives. */
export const Unsent = ({ isSending, onSend, onGiveUp }: UnsentProps) => {
  const send = useEffectEvent(onSend)
  useEffect(() => {
    const again = () => send()
    const timer = setTimeout(again, firstPauseMs)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  return (
    <Alert
      tone="warn"
      urgent
      title={t({ id: 'faucet.unsent.title', message: 'We couldn’t confirm your claim' })}
      actions={
        <>
          <Button variant="primary" busy={isSending} onClick={onSend}>
            {t({ id: 'faucet.unsent.again', message: 'Try again' })}
          </Button>
          <Button variant="quiet" disabled={isSending} onClick={onGiveUp}>
            {t({ id: 'faucet.unsent.new', message: 'Solve a new captcha instead' })}
          </Button>
        </>
      }
    >
      {t({
        id: 'faucet.unsent.text',
        message: 'Your answer is saved and is resent automatically. You’ll be paid only once.',
      })}
    </Alert>
  )
}
