import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

export interface PasskeyDeps {
  readonly publicUrl: string
}

/** A passkey belongs to the name of the site for ever, and works on its own address alone. */
export const siteOf = ({ publicUrl }: PasskeyDeps): { readonly rpID: string; readonly origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

/** Why is not told: it is either a broken device or somebody who tries. */
export const refusePasskey = (): never => refuse('invalid', 'PASSKEY_REFUSED', say('passkey.refused'))
