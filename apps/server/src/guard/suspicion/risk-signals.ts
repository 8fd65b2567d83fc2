import { say } from '#kernel/words/say.ts'
import type { RiskReason } from './catalogue.ts'

/** Something a rule has found: what a mark is made of. */
export interface DetectedSignal {
  readonly family: string
  readonly reason: RiskReason
  readonly points: number
  readonly detail: string
}

/** A network of more accounts than this is a carrier's or a campus's: it ties nobody (ANTIBOT.md 1.3). */
export const RARE_NET_ACCOUNTS = 80
/** A tie of more accounts than this says nothing about any one of them. */
export const TIE_MEMBERS_MAX = 80

/** Accounts on one device. */
export const sharedDeviceSignal = ({
  device,
  accounts,
}: {
  device: string
  accounts: number
}): DetectedSignal | undefined => {
  if (accounts < 2) return undefined
  const points = accounts === 2 ? 25 : 45
  return {
    family: 'place',
    reason: `device-shared:${device}`,
    points,
    detail: say('signal.deviceSharedAccounts', { accounts }),
  }
}

/**
 * Browsers that look the same, in one small network. Phones of one make look the same everywhere, and in a network of
 * many accounts some do by chance.
 */
export const sharedFingerprintSignal = (seen: {
  readonly net: string
  readonly print: string
  /** Accounts with this print in this network, and all accounts of the network. */
  readonly alike: number
  readonly netAccounts: number
}): DetectedSignal | undefined => {
  if (seen.alike < 3 || seen.netAccounts > RARE_NET_ACCOUNTS) return undefined
  return {
    family: 'place',
    reason: `print-shared:${seen.net}:${seen.print}`,
    points: 30,
    detail: say('signal.accountsSameBrowserFingerprint', { alike: seen.alike, net: seen.net }),
  }
}

/**
 * Accounts that are paid to one address. Deposit addresses of exchanges are shared by their customers, who are told
 * apart by a tag: with a tag the key is of address and tag together.
 */
export const sharedPayoutAddressSignal = ({
  address,
  accounts,
}: {
  address: string
  accounts: number
}): DetectedSignal | undefined => {
  if (accounts < 2) return undefined
  return {
    family: 'payout',
    reason: `address-shared:${address}`,
    points: accounts === 2 ? 30 : 65,
    detail: say('withdraw.withdrawalAddressSharedAccounts', { accounts }),
  }
}

/** A network that is known for servers or for hiding. */
export const hostingNetworkSignal = ({ net }: { net: string }): DetectedSignal => ({
  family: 'network',
  reason: `hosting:${net}`,
  points: 15,
  detail: say('signal.usedHostingVpnNetwork', { net }),
})

/** Accounts of one referrer that move together. */
export const referralClusterSignal = ({
  referrer,
  together,
}: {
  referrer: string
  together: number
}): DetectedSignal | undefined => {
  if (together < 4) return undefined
  return {
    family: 'sync',
    reason: `moves-with-referrals:${referrer}`,
    points: 60,
    detail: say('signal.claimsSameMinutesOther', { together }),
  }
}

/** Accounts that move together whoever brought them. */
export const syncedActivitySignal = ({ together }: { together: number }): DetectedSignal | undefined => {
  if (together < 4) return undefined
  const detail = say('signal.claimsSame10Minute', { together })
  return { family: 'sync', reason: 'same-slots', points: 35, detail }
}
