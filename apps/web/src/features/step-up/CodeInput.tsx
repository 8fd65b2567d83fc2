import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { asciiDigits } from '#ui/form/ascii-digits.ts'
import { TextInput, type TextInputProps } from '#ui/form/TextInput.tsx'

interface CodeInputProps extends Omit<TextInputProps, 'label' | 'hint'> {
  /** Where a new second step is being set up there are no recovery codes yet. */
  onlyApp?: boolean
  /** It is what the page is there for. */
  focused?: boolean
}

/** The code of a second step: six digits out of an app, or one of the codes that were kept for a lost phone. */
export const CodeInput = ({ onlyApp = false, focused = false, onChange, ...rest }: CodeInputProps) => {
  const [kept, setKept] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused || kept) field.current?.focus()
  }, [focused, kept])
  return (
    <div className="grid gap-1">
      <TextInput
        {...rest}
        ref={field}
        onChange={(event) => {
          event.target.value = asciiDigits(event.target.value)
          onChange?.(event)
        }}
        label={
          kept
            ? t({ id: 'stepUp.code.recovery', message: 'Recovery code' })
            : t({ id: 'stepUp.code', message: 'Authentication code' })
        }
        hint={
          kept
            ? t({
                id: 'stepUp.code.recovery.hint',
                message: 'Enter one of your saved recovery codes. Each code works once.',
              })
            : t({
                id: 'stepUp.code.hint',
                message: 'Enter the 6-digit code from your authenticator app. It changes every 30 seconds.',
              })
        }
        autoComplete={kept ? 'off' : 'one-time-code'}
        inputMode={kept ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={24}
        required
      />
      {!onlyApp && (
        <button type="button" className="link min-h-11 justify-self-start" onClick={() => setKept(!kept)}>
          {kept
            ? t({ id: 'stepUp.code.useApp', message: 'Use authenticator app' })
            : t({ id: 'stepUp.code.useRecovery', message: 'Use a recovery code' })}
        </button>
      )}
    </div>
  )
}
