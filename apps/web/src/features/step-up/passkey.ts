import { passkey as contract } from '@runnel/contract/account/passkey'
import type { Result } from '@runnel/contract/route'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { loadChunk } from '#base/chunk-errors.ts'

export const passkey = connect('user', contract)

export type Passkeys = Result<typeof contract.list>['passkeys']

/** Only a page that is served securely may ask for one. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

const library = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Creates a passkey on this device; null when its person thought better of it. */
export const addPasskey = async (name: string): Promise<boolean> => {
  const { options } = await passkey.calls.start()
  // The server made them for this very function.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const created = await (await library()).startRegistration({ optionsJSON }).catch(() => null)
  if (!created) return false
  const { id, response } = created
  const { clientDataJSON, attestationObject, transports } = response
  await passkey.calls.add({
    body: { name, created: { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } } },
  })
  await refreshPasskeys()
  return true
}

/** Signs in; null when nobody chose a passkey. */
export const signInByPasskey = async (): Promise<string | null> => {
  const { options } = await passkey.calls.loginStart()
  const signed = await sign(options)
  if (!signed) return null
  const { token } = await passkey.calls.login({ body: { signed }, headers: {} })
  return token
}

/** Proves who is at the screen; false when nobody chose a passkey. */
export const proveByPasskey = async (): Promise<boolean> => {
  const { options } = await passkey.calls.proveStart()
  const signed = await sign(options)
  if (!signed) return false
  await passkey.calls.prove({ body: { signed } })
  return true
}

const sign = async (options: Record<string, unknown>) => {
  // The server made them for this very function.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const signed = await (await library()).startAuthentication({ optionsJSON }).catch(() => null)
  if (!signed) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
  return {
    id: signed.id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

export const refreshPasskeys = (): Promise<void> => queryClient.invalidateQueries({ queryKey: passkey.keyOf('list') })
