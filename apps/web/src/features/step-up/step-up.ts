/** What tells the site who somebody is beside a password: Google, codes, and a fresh proof before a dangerous act. */
export { CodeInput } from './CodeInput.tsx'
export { google } from './google.ts'
export { GoogleButton, OrGoogle } from './GoogleButton.tsx'
export { emptyProof, ProofFields, proofSentences } from './ProofFields.tsx'
export { addPasskey, canUsePasskeys, passkey, refreshPasskeys, signInByPasskey, type Passkeys } from './passkey.ts'
export { refreshSignInMethods, twoStep, useSignInMethods } from './two-step.ts'
export type { SignInWays } from './two-step.ts'
