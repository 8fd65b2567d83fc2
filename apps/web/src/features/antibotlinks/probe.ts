import type { ProbeSign } from '@runnel/contract/check/proof'
import type { WorkerView } from './probe-worker.ts'

/** What the page saw of its browser: signs of automation, and a hash of parts that stay the same. */
export type Probed = { readonly signs: ReadonlySet<ProbeSign>; readonly components: string }

let running: Promise<Probed> | undefined

/** Looks once for a page; no sign decides anything by itself. */
export const probe = (): Promise<Probed> => {
  running ??= probeBrowser()
  return running
}

const probeBrowser = async (): Promise<Probed> => {
  const renderer = graphics()
  const worker = await workerView()
  const seen = new Set<ProbeSign>()
  const when = (sign: ProbeSign, isSeen: () => boolean): void => {
    try {
      if (isSeen()) seen.add(sign)
    } catch {
      // A check that a browser does not allow says nothing.
    }
  }
  windowSigns(when, renderer)
  brandSigns(when)
  patchSigns(when)
  when('worker-differs', () => worker !== undefined && differs(worker))
  if (await notificationsDisagree()) seen.add('notifications-disagree')
  return { signs: seen, components: await fingerprint(renderer) }
}

type When = (sign: ProbeSign, isSeen: () => boolean) => void
type Brand = { readonly brand: string; readonly version: string }

const agent = (): string => navigator.userAgent
const isPhone = (): boolean => /Mobi|Android|iPhone|iPad/.test(agent())
const chromeVersion = (): string | undefined => /\bChrome\/(\d+)/.exec(agent())?.[1]

const windowSigns = (when: When, renderer: string | undefined): void => {
  when('webdriver', () => navigator.webdriver)
  when('headless-agent', () => /headless/i.test(agent()))
  when('software-graphics', () => /swiftshader|llvmpipe|softpipe|software/i.test(renderer ?? ''))
  when('no-graphics', () => renderer === undefined && !isPhone())
  when('window-without-size', () => outerWidth === 0 || outerHeight === 0)
  // Zooming out makes the page larger than its window, so only a page at its natural size counts.
  when('window-smaller-than-page', () => outerWidth > 0 && devicePixelRatio === 1 && outerWidth < innerWidth - 1)
  when('screen-impossible', () => !isPhone() && (screen.width < 640 || screen.availWidth > screen.width))
  when('no-languages', () => navigator.languages.length === 0)
  when('no-plugins', () => chromeVersion() !== undefined && !isPhone() && navigator.plugins.length === 0)
  when('touch-disagrees', () => /Android|iPhone/.test(agent()) && navigator.maxTouchPoints === 0)
  when('clock-disagrees', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const winter = new Date(Date.UTC(2030, 0, 15, 12))
    const shown = new Date(winter.toLocaleString('en-US', { timeZone }))
    return Math.abs(shown.getTime() - winter.getTime()) > 60_000
  })
}

const brandSigns = (when: When): void => {
  const version = chromeVersion()
  if (version === undefined || !isSecureContext) return
  const brands = brandsOf(navigator)
  when('brands-empty', () => Number(version) >= 100 && brands.length === 0)
  const chromium = brands.find(({ brand }) => brand === 'Chromium')
  when('brands-other-version', () => chromium !== undefined && chromium.version !== version)
  when('brands-only-chromium', () => {
    const real = brands.filter(({ brand }) => !/not/i.test(brand))
    return real.length === 1 && real[0]?.brand === 'Chromium'
  })
}

const patchSigns = (when: When): void => {
  const isNative = (made: unknown): boolean =>
    typeof made !== 'function' || /\{\s*\[native code\]\s*\}/.test(Function.prototype.toString.call(made))
  when('patched-functions', () => {
    const getters = ['webdriver', 'languages', 'plugins', 'userAgent', 'hardwareConcurrency'].map(
      (name) => Object.getOwnPropertyDescriptor(Navigator.prototype, name)?.get,
    )
    return ![...getters, Function.prototype.toString, navigator.permissions?.query].every(isNative)
  })
  when('patched-navigator', () => Object.getOwnPropertyNames(navigator).length > 0)
  when('automation-globals', () =>
    Object.getOwnPropertyNames(window).some((name) =>
      /^(cdc_|\$cdc|__playwright|__pw_|__puppeteer|__selenium|__webdriver|_phantom|callPhantom|domAutomation)/.test(
        name,
      ),
    ),
  )
  when('frame-differs', () => {
    const frame = document.createElement('iframe')
    frame.hidden = true
    document.body.append(frame)
    const inside = frame.contentWindow?.navigator
    const isOther = inside !== undefined && (inside.userAgent !== agent() || inside.webdriver !== navigator.webdriver)
    frame.remove()
    return isOther
  })
}

const graphics = (): string | undefined => {
  try {
    const gl = document.createElement('canvas').getContext('webgl')
    const names = gl?.getExtension('WEBGL_debug_renderer_info')
    const renderer: unknown = gl?.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)
    return typeof renderer === 'string' ? renderer : undefined
  } catch {
    return undefined
  }
}

/** Undefined when no answer comes in time: a blocked worker is no sign of anything. */
const workerView = (): Promise<WorkerView | undefined> =>
  new Promise((resolve) => {
    try {
      const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { type: 'module' })
      const end = (view?: WorkerView): void => {
        clearTimeout(timer)
        worker.terminate()
        resolve(view)
      }
      const timer = setTimeout(end, 1_500)
      worker.addEventListener('error', () => end())
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerView>) => end(data))
    } catch {
      resolve(undefined)
    }
  })

const differs = (view: WorkerView): boolean =>
  view.agent !== agent() ||
  view.cores !== navigator.hardwareConcurrency ||
  view.language !== navigator.language ||
  view.timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone

const notificationsDisagree = async (): Promise<boolean> => {
  try {
    if (!isSecureContext) return false
    const { state } = await navigator.permissions.query({ name: 'notifications' })
    return Notification.permission === 'denied' && state === 'prompt'
  } catch {
    return false
  }
}

/** `userAgentData` is Chromium's and not in the standard types. */
const brandsOf = (from: Navigator): readonly Brand[] => {
  const data: unknown = Reflect.get(from, 'userAgentData')
  const brands: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'brands') : undefined
  return Array.isArray(brands) ? brands.filter(isBrand) : []
}

const isBrand = (value: unknown): value is Brand =>
  typeof value === 'object' && value !== null && 'brand' in value && 'version' in value

const fingerprint = async (renderer: string | undefined): Promise<string> => {
  const parts = [
    navigator.platform,
    navigator.languages.join(),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    navigator.hardwareConcurrency,
    navigator.maxTouchPoints,
    `${screen.width}x${screen.height}x${screen.colorDepth}`,
    renderer ?? '',
  ]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join('|')))
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
