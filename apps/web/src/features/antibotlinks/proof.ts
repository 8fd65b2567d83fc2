import {
  CONDUCT_MAC_LENGTH,
  conductMessage,
  conductSigns,
  maskOf,
  probeSigns,
  proofMessage,
  type ConductSign,
  type proofHeaders,
} from '@runnel/contract/check/proof'
import { runInstrument } from './browser-challenge.ts'
import type { Clicks } from './clicks.ts'
import { probe, type Probed } from './probe.ts'

export type ProofHeaders = Readonly<Record<(typeof proofHeaders)[number], string>>

/**
 * The optional headers of a claim: how the challenge was solved, and on what page. They cost nothing when they cannot
 * be made (a page without https has no signatures): the claim goes out without them.
 */
export const proveClaim = async (solved: {
  challenge: { readonly id: string; readonly k: string; readonly instrument: string }
  order: readonly string[]
  clicks: Clicks
}): Promise<ProofHeaders | Record<string, never>> => {
  const { challenge, order, clicks } = solved
  try {
    const probed = await probe()
    return await signProof({
      id: challenge.id,
      k: challenge.k,
      order,
      duration: clicks.duration(),
      browser: { ...probed, instrument: runInstrument(challenge.instrument) },
      conduct: clicks.signs(),
    })
  } catch {
    return {}
  }
}

/** Puts what is to be told into words and signs it, byte for byte as the server checks it. */
export const signProof = async (told: {
  id: string
  k: string
  order: readonly string[]
  duration: string
  browser: Probed & { readonly instrument: number }
  conduct: ReadonlySet<ConductSign>
}): Promise<ProofHeaders> => {
  const sign = await signer(told.k)
  const { browser } = told
  const said = { v: 1, m: maskOf(probeSigns, browser.signs), c: browser.components, i: browser.instrument }
  const bd = base64url(new TextEncoder().encode(JSON.stringify(said)))
  const bits = maskOf(conductSigns, told.conduct)
  const code = (await sign(conductMessage(bits, told.id))).slice(0, CONDUCT_MAC_LENGTH)
  const bd2 = `${bits}.${code}`
  const key = await sign(proofMessage({ id: told.id, order: told.order, duration: told.duration, bd, bd2 }))
  return { 'x-key': key, 'x-duration': told.duration, 'x-bd': bd, 'x-bd2': bd2 }
}

const signer = async (k: string): Promise<(message: string) => Promise<string>> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(k), algorithm, false, ['sign'])
  return async (message) =>
    base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message))))
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
