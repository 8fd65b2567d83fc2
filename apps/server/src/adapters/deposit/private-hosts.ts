import { isIP } from 'node:net'
import { isPublicAddress } from '#adapters/web-page/address.ts'
import { say } from '#kernel/words/say.ts'

/**
 * Which servers outside of the public internet may be called: a node or a BTCPay Server of the owner's own. They stand
 * in the environment of the process (`PRIVATE_HOSTS`), because whoever is signed in as an admin must not be able to
 * have this machine call into its own network.
 */
export interface PrivateHosts {
  /** Why an address may not be called, as far as it tells by itself; null when it may. */
  readonly problem: (url: URL) => string | null
  /** Whether one of the addresses that the name of a server has may be called for it. */
  readonly mayCall: (url: URL, address: string) => boolean
  /** What is said where none of them may. */
  readonly refusal: (url: URL) => string
}

/** Each is a host, which means all its ports, or a host with a port. */
export const createPrivateHosts = (hosts: readonly string[]): PrivateHosts => {
  const isNamed = ({ hostname, port, protocol }: URL): boolean =>
    hosts.includes(hostname) || hosts.includes(`${hostname}:${port || defaultPorts[protocol]}`)
  const refusal: PrivateHosts['refusal'] = (url) =>
    isNamed(url) ? ENCRYPT : say('owner.processor.privateNetworkIfServer', { host: url.host })
  return {
    problem: (url) => {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return ENCRYPT
      if (isNamed(url)) return null
      if (isPrivate(url.hostname)) return refusal(url)
      return url.protocol === 'https:' ? null : ENCRYPT
    },
    mayCall: (url, address) => {
      if (!isNamed(url)) return isPublicAddress(address)
      // Without TLS a key must not cross the world in the open, whatever name its server has here.
      return url.protocol === 'https:' || !isPublicAddress(address)
    },
    refusal,
  }
}

const ENCRYPT = say('adUrl.notHttps')
const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/** Addresses that are not public, and names that only this machine or its network knows. */
const isPrivate = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host)
}
