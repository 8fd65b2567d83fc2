import { say } from '#kernel/words/say.ts'

// Order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A device in words that its owner recognises: `Chrome on Android`. */
export const deviceLabel = (userAgent: string): string => {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser === undefined) return system ?? say('user.unknownDevice')
  return system === undefined ? browser : say('user.on', { browser, system })
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** Where a session is, as far as it is known: the country, and the network that tells two lines apart. */
export const locationLabel = (country: string | null, net: string): string =>
  country !== null && /^[A-Z]{2}$/.test(country) ? `${countries.of(country) ?? country} (${net})` : net
