import { t } from '@lingui/core/macro'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import type { TextInputProps } from '#ui/form/TextInput.tsx'
import { CodeInput } from './CodeInput.tsx'
import type { SignInWays } from './two-step.ts'

type Asks = SignInWays['asks']

/** The empty fields of a proof, as a form begins with them. */
export function emptyProof({ password, code }: Asks): Record<string, string> {
  return { ...(password && { password: '' }), ...(code && { code: '' }) }
}

export function proofSentences() {
  return {
    password: t({ id: 'auth.password.missing', message: 'Enter your password.' }),
    code: t({ id: 'auth.code.missing', message: 'Enter the authentication code.' }),
  }
}

interface ProofFieldsProps {
  asks: Asks
  inputProps: (name: string) => Partial<TextInputProps>
}

/** What proves that the account's person is at the screen: its password, its code, or both. */
export function ProofFields({ asks, inputProps }: ProofFieldsProps) {
  return (
    <>
      {asks.password && (
        <PasswordInput label={t({ id: 'auth.password', message: 'Password' })} required {...inputProps('password')} />
      )}
      {asks.code && <CodeInput {...inputProps('code')} />}
    </>
  )
}
