import { createHmac, pbkdf2Sync } from 'node:crypto'
import type { Settings } from '@runnel/contract/settings/settings'
import type { Http } from '#adapters/deposit/http.ts'
import type { PayoutMethod } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'

/** A coin of the chain: its own, or a token (a jetton) with the contract that issues it. */
export interface TonCoin {
  readonly decimals: number
  readonly master: string | null
}

export const TON_DECIMALS = 9

export const tonCoins: Readonly<Partial<Record<string, TonCoin>>> = {
  TON: { decimals: TON_DECIMALS, master: null },
  'USDT-TON': { decimals: 6, master: '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe' },
}

/** Why this method cannot be paid as the site is set up; null when it can. */
export const tonProblem = (http: Http, settings: Settings, { currency, decimals }: PayoutMethod): string | null => {
  const coin = tonCoins[currency]
  if (coin === undefined) return say('owner.payout.paidTon', { currency })
  if (decimals > coin.decimals) return say('owner.payout.decimalsTon', { currency, decimals: coin.decimals })
  if (settings.payout_ton_url === '') return say('owner.payout.tonApiUrlMissing')
  if (settings.payout_ton_key === '') return say('owner.payout.tonRecoveryPhraseMissing')
  if (!isTonKey(settings.payout_ton_key)) return INVALID_KEY
  return http.addressProblem(settings.payout_ton_url)
}

export const INVALID_KEY = say('owner.payout.tonRecoveryPhraseInvalid')

/** A seed in hexadecimal, alone or with its public key behind it. */
export const TON_SEED = /^([0-9a-fA-F]{64}|[0-9a-fA-F]{128})$/

export const wordsOf = (phrase: string): string[] => phrase.trim().toLowerCase().split(/\s+/)

const WORDS = 24

/**
 * Whether a phrase is one of TON's, which are not those of BIP-39: one in 256 of all phrases of 24 words is.
 * https://github.com/ton-org/ton-crypto/blob/master/src/mnemonic/mnemonic.ts
 */
const isTonKey = (text: string): boolean => {
  if (TON_SEED.test(text)) return true
  const words = wordsOf(text)
  if (words.length !== WORDS) return false
  const entropy = createHmac('sha512', words.join(' ')).digest()
  return pbkdf2Sync(entropy, 'TON seed version', 390, 64, 'sha512')[0] === 0
}
