import { history } from '#base/history.ts'

/** Goes to what a provider gave, in this tab; one of our own addresses, as the sandbox has, needs no new document. */
export const leaveFor = (address: string): boolean => {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  if (url.origin === window.location.origin) history.push(`${url.pathname}${url.search}`)
  else window.location.assign(url.href)
  return true
}
