import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { SettingInput } from '#features/admin/settings/SettingInput.tsx'
import { Button } from '#ui/Button.tsx'

/** The chat of the bot, and a test message with the saved settings. */
export const TelegramChat = ({ settings, name }: SettingFieldProps) => {
  const test = useMutation({
    mutationFn: () => admin.calls.testTelegram(),
    onSettled: () => invalidateAdmin('stats'),
  })
  const { settings: saved, secretsSet } = settings.answer
  const isSet = secretsSet.includes('telegram_bot_token') && saved.telegram_chat_id !== ''
  const isTyped = settings.changed.some((one) => one === 'telegram_bot_token' || one === 'telegram_chat_id')
  return (
    <>
      <SettingInput settings={settings} name={name} />
      <Button
        className="justify-self-start"
        disabled={!isSet || isTyped}
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        {t({ id: 'admin.telegram.test', message: 'Send test message' })}
      </Button>
    </>
  )
}
