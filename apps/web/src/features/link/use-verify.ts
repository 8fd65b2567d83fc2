import { LINK_TOKEN_LENGTH, linkMessage } from '@runnel/contract/check/link-proof'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isUnknownOutcome } from '#api/attempt.ts'
import { CallError } from '#api/send.ts'
import { keptToken } from './kept-visits.ts'
import { link, applyEndedVisit } from './link.ts'

export type VerifyStep = 'sending' | 'unknown' | 'unsent' | 'refused' | 'ended'

interface VerifyOptions {
  secret: string
  /** Undefined until it is known who came back. */
  userId: string | undefined
}

/** Long enough to read what happens, short enough not to wait. */
const calmMs = 1_200

/** Ends a visit by itself where this tab opened it; elsewhere its visitor is asked first. */
export const useVerify = ({ secret, userId }: VerifyOptions) => {
  const [vt] = useState(() => keptToken(Date.now()))
  const { mutate, status, data, error } = useMutation({
    mutationFn: async (visitor: string) => {
      const token = vt === null ? null : await linkToken({ vt, secret, userId: visitor })
      return link.calls.verify({
        body: { secret },
        ...(token !== null && { headers: { 'x-link-token': token } }),
        // One visit is one payment: who reloads this page reads the same answer again.
        idempotencyKey: secret,
      })
    },
    onSuccess: applyEndedVisit,
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  const isOurs = vt !== null
  useEffect(() => {
    if (!isOurs || userId === undefined) return
    const timer = setTimeout(() => mutate(userId), calmMs)
    return () => clearTimeout(timer)
  }, [isOurs, userId, mutate])
  const send = () => userId !== undefined && status !== 'pending' && mutate(userId)
  return { step: stepOf(status, { error, isOurs }), ended: data, error, send }
}

interface Known {
  error: unknown
  isOurs: boolean
}

const stepOf = (status: 'idle' | 'pending' | 'success' | 'error', { error, isOurs }: Known): VerifyStep => {
  if (status === 'success') return 'ended'
  if (status === 'error') return isUnknownOutcome(error) ? 'unsent' : 'refused'
  return status === 'idle' && !isOurs ? 'unknown' : 'sending'
}

/** What a refusal means for its visit; `other` is not about the visit, which may be sent again. */
export const refusalOf = (error: unknown): string => {
  const code = error instanceof CallError ? (error.failure?.code ?? '') : ''
  if (error instanceof CallError && error.status === 422) return 'LINK_DEAD'
  return code.startsWith('LINK_') ? code : 'other'
}

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
