import { t } from '@lingui/core/macro'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import type { TextInputProps } from '#ui/form/TextInput.tsx'
import { CodeInput } from './CodeInput.tsx'
import type { SignInWays } from './two-step.ts'

type Asks = SignInWays['asks']

/** The empty fields of a proof, as a form begins with them. */
export const emptyProof = ({ password, code }: Asks): Record<string, string> => ({
  ...(password && { password: '' }),
  ...(code && { code: '' }),
})

export const proofSentences = () => ({
  password: t({ id: 'stepUp.password.missing', message: 'Enter your password.' }),
  code: t({ id: 'stepUp.code.missing', message: 'Enter the authentication code.' }),
})

interface ProofFieldsProps {
  asks: Asks
  inputProps: (name: string) => Partial<TextInputProps>
}

/** What proves that the account's person is at the screen: its password, its code, or both. */
export const ProofFields = ({ asks, inputProps }: ProofFieldsProps) => (
  <>
    {asks.password && (
      <PasswordInput label={t({ id: 'stepUp.password', message: 'Password' })} required {...inputProps('password')} />
    )}
    {asks.code && <CodeInput {...inputProps('code')} />}
  </>
)
