/** What tells who somebody is beside a password: Google, Telegram, codes, and a fresh proof before a dangerous act. */
export { CodeInput } from './CodeInput.tsx'
export { oidc, providerNames } from './oidc.ts'
export { OrProviders, ProviderButton } from './ProviderButton.tsx'
export { emptyProof, ProofFields, proofSentences } from './ProofFields.tsx'
export { addPasskey, canUsePasskeys, passkey, refreshPasskeys, signInByPasskey, type Passkeys } from './passkey.ts'
export { refreshSignInMethods, twoStep, useSignInMethods } from './two-step.ts'
export type { SignInWays } from './two-step.ts'
