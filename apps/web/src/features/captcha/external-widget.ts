import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import { HTTP_TIMEOUT_MS } from '@runnel/contract/constants'

type Provider = NonNullable<CaptchaChallenge['external']>['provider']

interface Wanted {
  provider: Provider
  siteKey: string
  theme: 'light' | 'dark'
  place: HTMLElement
  onToken: (token: string | undefined) => void
}

/**
 * The document came with a security policy that does not name the provider, as it was loaded before the provider was
 * chosen. Only a document that is loaded anew can run the script.
 */
export class BlockedByPolicyError extends Error {}

/** What the scripts of all three providers put on the window. */
interface WidgetApi {
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown
  reset: (widget?: unknown) => void
  remove?: (widget?: unknown) => void
  ready?: (then: () => void) => void
}

const scripts = {
  turnstile: { global: 'turnstile', src: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit' },
  hcaptcha: { global: 'hcaptcha', src: 'https://js.hcaptcha.com/1/api.js?render=explicit' },
  recaptcha: { global: 'grecaptcha', src: 'https://www.google.com/recaptcha/api.js?render=explicit' },
} satisfies Record<Provider, { global: string; src: string }>

/** Draws a provider's widget into `place` and gives a function that takes it away again. */
export const externalWidget = async ({ provider, siteKey, theme, place, onToken }: Wanted): Promise<() => void> => {
  const api = await loadApi(provider)
  // A second widget in the same element is refused, so each gets one of its own.
  const spot = document.createElement('div')
  place.append(spot)
  const widget = api.render(spot, {
    sitekey: siteKey,
    theme,
    callback: (token: string) => onToken(token),
    'expired-callback': () => onToken(undefined),
    'error-callback': () => onToken(undefined),
  })
  return () => {
    if (api.remove) api.remove(widget)
    else api.reset(widget)
    spot.remove()
  }
}

const loadApi = async (provider: Provider): Promise<WidgetApi> => {
  const { global, src } = scripts[provider]
  if (!apiAt(global)) await loadScript(src)
  const api = apiAt(global)
  if (!api) throw new Error(`${provider} did not start`)
  await new Promise<void>((resolve) => (api.ready ? api.ready(resolve) : resolve()))
  return api
}

const apiAt = (global: string): WidgetApi | undefined => {
  const api: unknown = Reflect.get(window, global)
  // Their scripts come without types; the three share the functions named above.
  return typeof api === 'object' && api !== null ? (api as WidgetApi) : undefined
}

const VIOLATION_MS = 200

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    let timer: ReturnType<typeof setTimeout>
    const done = () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
    const failWith = (error: Error) => {
      done()
      script.remove()
      reject(error)
    }
    const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (new URL(blockedURI, location.href).host === new URL(src).host) failWith(new BlockedByPolicyError(src))
    }
    // A browser may report the error of the script before the violation that caused it.
    const fail = () => {
      clearTimeout(timer)
      timer = setTimeout(() => failWith(new Error(`${src} did not load`)), VIOLATION_MS)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    timer = setTimeout(fail, HTTP_TIMEOUT_MS)
    Object.assign(script, { src, async: true, onerror: fail })
    script.addEventListener('load', () => {
      done()
      resolve()
    })
    document.head.append(script)
  })
