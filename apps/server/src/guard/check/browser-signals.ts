import type { ProbeSign } from '@runnel/contract/check/proof'
import type { RiskReason } from '#guard/suspicion/catalogue.ts'
import { say } from '#kernel/words/say.ts'

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
    marks.push(found('agent-automated', 25, say('signal.userAgentIdentifiesAutomated')))
  if (text(headers, 'accept-language') === '')
    marks.push(found('no-language', 10, say('signal.acceptLanguageHeaderMissing')))
  const version = /\bChrome\/(\d+)/.exec(agent)?.[1]
  const isChrome = version !== undefined && Number(version) >= 100
  if (isChrome && brands !== '' && !brands.includes(`v="${version}"`)) {
    marks.push(found('header-other-version', 20, say('signal.headersReportTwoDifferent')))
  }
  if (isChrome && brands === '' && site.isSecure) {
    marks.push(found('header-no-brands', 15, say('signal.chromeWithoutBrands')))
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
  webdriver: [25, say('signal.browserControlledWebdriver')],
  'headless-agent': [25, say('signal.headlessBrowser')],
  'software-graphics': [15, say('signal.softwareRenderingTypicalServer')],
  'no-graphics': [10, say('signal.desktopBrowserWithoutGraphics')],
  'window-smaller-than-page': [10, say('signal.windowSmallerThanPage')],
  'window-without-size': [15, say('signal.windowSizeZero')],
  'brands-empty': [20, say('signal.chromeWithoutAnyOwn')],
  'brands-other-version': [20, say('signal.clientHintsReportDifferent')],
  'brands-only-chromium': [10, say('signal.plainChromiumAnotherProducts')],
  'worker-differs': [25, say('signal.pageWorkerReportDifferent')],
  'frame-differs': [20, say('signal.pageIframeReportDifferent')],
  'patched-functions': [20, say('signal.browserFunctionsOverridden')],
  'patched-navigator': [20, say('signal.navigatorObjectModified')],
  'no-plugins': [10, say('signal.desktopChromeWithoutBuilt')],
  'notifications-disagree': [15, say('signal.notificationPermissionsInconsistent')],
  'no-languages': [15, say('signal.browserReportsNoLanguages')],
  'screen-impossible': [10, say('signal.windowLargerThanScreen')],
  'automation-globals': [25, say('signal.automationToolDetectedPage')],
  'clock-disagrees': [15, say('signal.timeZoneDoesntMatch')],
  'touch-disagrees': [10, say('signal.phoneWithoutTouchScreen')],
}

const found = (reason: RiskReason, points: number, detail: string): BrowserSignal => ({ reason, points, detail })

const text = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
