import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import {
  switchNotice,
  switchSound,
  useReminder,
  useRingWhenReady,
  type NoticeOutcome,
  type ReminderState,
} from './reminder.ts'

/** How to be told that the wait is over; both are off until one asks for them. */
export const Reminders = (wait: ReminderState) => {
  useRingWhenReady(wait)
  const { sound, notice } = useReminder()
  const [outcome, setOutcome] = useState<NoticeOutcome>('off')
  return (
    <Card title={t({ id: 'faucet.remind.title', message: 'Claim reminder' })}>
      <div className="grid gap-1">
        <Switch
          label={t({ id: 'faucet.remind.sound', message: 'Play sound' })}
          checked={sound}
          onChecked={switchSound}
        />
        <Switch
          label={t({ id: 'faucet.remind.notice', message: 'Browser notification' })}
          hint={t({ id: 'faucet.remind.open', message: 'Works while this page is open in a tab.' })}
          error={trouble(outcome)}
          checked={notice}
          onChecked={(on) => void switchNotice(on).then(setOutcome)}
        />
      </div>
    </Card>
  )
}

const trouble = (outcome: NoticeOutcome): string | undefined => {
  if (outcome === 'denied') {
    return t({
      id: 'faucet.remind.denied',
      message: 'Notifications are blocked for this site. Allow them in your browser settings.',
    })
  }
  if (outcome === 'impossible') {
    return t({
      id: 'faucet.remind.impossible',
      message: 'This browser doesn’t support notifications. You can use the sound instead.',
    })
  }
  return undefined
}
