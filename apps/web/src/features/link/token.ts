import { LINK_TOKEN_LENGTH, linkMessage } from '@runnel/contract/check/link-proof'

interface Signed {
  vt: string
  secret: string
  userId: string
}

/** The header that shows that this tab opened the visit; null where the browser cannot sign, as without https. */
export const linkToken = async ({ vt, secret, userId }: Signed): Promise<string | null> => {
  try {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytesOf(vt), algorithm, false, ['sign'])
    const message = new TextEncoder().encode(linkMessage({ secret, userId }))
    return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, message))).slice(0, LINK_TOKEN_LENGTH)
  } catch {
    return null
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
