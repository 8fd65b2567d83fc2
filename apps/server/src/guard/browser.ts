import type { ProbeSign } from '@runnel/contract/proof'

/** An inconsistency of a browser with itself; one alone proves nothing. */
export interface BrowserMark {
  readonly reason: string
  readonly points: number
  readonly detail: string
}
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What the request's own headers disagree about. */
export const headerMarks = (headers: Headers, site: { isSecure: boolean }): BrowserMark[] => {
  const agent = text(headers, 'user-agent')
  const brands = text(headers, 'sec-ch-ua')
  const marks: BrowserMark[] = []
  if (/headless|phantomjs|electron/i.test(agent))
    marks.push(found('agent-automated', 25, 'The browser names itself automated.'))
  if (text(headers, 'accept-language') === '') marks.push(found('no-language', 10, 'The browser asks for no language.'))
  const version = /\bChrome\/(\d+)/.exec(agent)?.[1]
  const isChrome = version !== undefined && Number(version) >= 100
  if (isChrome && brands !== '' && !brands.includes(`v="${version}"`)) {
    marks.push(found('header-other-version', 20, 'The browser claims two different versions.'))
  }
  if (isChrome && brands === '' && site.isSecure) {
    marks.push(found('header-no-brands', 15, 'A Chrome that does not name its brands.'))
  }
  return marks
}

/** What the page's own probe saw; signs that the headers already told are not counted again. */
export const probeMarks = (signs: readonly ProbeSign[], headers: Headers): BrowserMark[] => {
  const isAutomatedAgent = /headless/i.test(text(headers, 'user-agent'))
  return signs
    .filter((sign) => !(isAutomatedAgent && sign === 'headless-agent'))
    .map((sign) => found(sign, probePoints[sign][0], probePoints[sign][1]))
}

const probePoints: Readonly<Record<ProbeSign, readonly [number, string]>> = {
  webdriver: [25, 'The browser is steered by a program.'],
  'headless-agent': [25, 'The browser runs without a window.'],
  'software-graphics': [15, 'The graphics are computed by software, as on a server.'],
  'no-graphics': [10, 'A desktop browser without any graphics.'],
  'window-smaller-than-page': [10, 'The window is smaller than the page in it.'],
  'window-without-size': [15, 'The window has no size.'],
  'brands-empty': [20, 'A Chrome that knows none of its brands.'],
  'brands-other-version': [20, 'The brands name another version than the browser.'],
  'brands-only-chromium': [10, 'A bare Chromium under the name of a product.'],
  'worker-differs': [25, 'The page and its worker describe different computers.'],
  'frame-differs': [20, 'The page and a frame in it describe different browsers.'],
  'patched-functions': [20, 'Functions of the browser were replaced.'],
  'patched-navigator': [20, 'The description of the browser was edited.'],
  'no-plugins': [10, 'A desktop Chrome without its own plug-ins.'],
  'notifications-disagree': [15, 'Two answers about notifications disagree.'],
  'no-languages': [15, 'The browser speaks no language.'],
  'screen-impossible': [10, 'The screen is smaller than what is shown on it.'],
  'automation-globals': [25, 'Traces of an automation tool are on the page.'],
  'clock-disagrees': [15, 'The time zone and the clock disagree.'],
  'touch-disagrees': [10, 'A phone without a touch screen.'],
}

const found = (reason: string, points: number, detail: string): BrowserMark => ({ reason, points, detail })

const text = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
