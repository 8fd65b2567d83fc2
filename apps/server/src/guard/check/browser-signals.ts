import type { ProbeSign } from '@runnel/contract/check/proof'
import type { RiskReason } from '#guard/suspicion/catalogue.ts'

/** An inconsistency of a browser with itself; one alone proves nothing. */
export interface BrowserSignal {
  readonly reason: RiskReason
  readonly points: number
  readonly detail: string
}
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What the request's own headers disagree about. */
export const headerSignals = (headers: Headers, site: { isSecure: boolean }): BrowserSignal[] => {
  const agent = text(headers, 'user-agent')
  const brands = text(headers, 'sec-ch-ua')
  const marks: BrowserSignal[] = []
  if (/headless|phantomjs|electron/i.test(agent))
    marks.push(found('agent-automated', 25, 'The user agent identifies an automated browser.'))
  if (text(headers, 'accept-language') === '')
    marks.push(found('no-language', 10, 'The Accept-Language header is missing.'))
  const version = /\bChrome\/(\d+)/.exec(agent)?.[1]
  const isChrome = version !== undefined && Number(version) >= 100
  if (isChrome && brands !== '' && !brands.includes(`v="${version}"`)) {
    marks.push(found('header-other-version', 20, 'The headers report two different browser versions.'))
  }
  if (isChrome && brands === '' && site.isSecure) {
    marks.push(found('header-no-brands', 15, 'Chrome without its brands.'))
  }
  return marks
}

/** What the page's own probe saw; signs that the headers already told are not counted again. */
export const probeSignals = (signs: readonly ProbeSign[], headers: Headers): BrowserSignal[] => {
  const isAutomatedAgent = /headless/i.test(text(headers, 'user-agent'))
  return signs
    .filter((sign) => !(isAutomatedAgent && sign === 'headless-agent'))
    .map((sign) => found(sign, probePoints[sign][0], probePoints[sign][1]))
}

const probePoints: Readonly<Record<ProbeSign, readonly [number, string]>> = {
  webdriver: [25, 'The browser is controlled by WebDriver.'],
  'headless-agent': [25, 'Headless browser.'],
  'software-graphics': [15, 'Software rendering, typical of a server.'],
  'no-graphics': [10, 'Desktop browser without graphics.'],
  'window-smaller-than-page': [10, 'The window is smaller than its page.'],
  'window-without-size': [15, 'The window size is zero.'],
  'brands-empty': [20, 'Chrome without any of its own brands.'],
  'brands-other-version': [20, 'Client hints report a different version than the user agent.'],
  'brands-only-chromium': [10, 'Plain Chromium with another product’s name.'],
  'worker-differs': [25, 'The page and its worker report different devices.'],
  'frame-differs': [20, 'The page and its iframe report different browsers.'],
  'patched-functions': [20, 'Browser functions were overridden.'],
  'patched-navigator': [20, 'The navigator object was modified.'],
  'no-plugins': [10, 'Desktop Chrome without its built-in plug-ins.'],
  'notifications-disagree': [15, 'Notification permissions are inconsistent.'],
  'no-languages': [15, 'The browser reports no languages.'],
  'screen-impossible': [10, 'The window is larger than the screen.'],
  'automation-globals': [25, 'Automation tool detected on the page.'],
  'clock-disagrees': [15, 'The time zone doesn’t match the clock.'],
  'touch-disagrees': [10, 'Phone without a touch screen.'],
}

const found = (reason: RiskReason, points: number, detail: string): BrowserSignal => ({ reason, points, detail })

const text = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
