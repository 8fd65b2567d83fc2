import type { Http } from '#adapters/deposit/http.ts'
import type { Google } from './google.ts'

/** Signs people in by Google, see `createGoogle`; what does it is loaded when the first one comes that way. */
export const lazyGoogle = (http: Http): Google => {
  let opened: Promise<Google> | undefined
  const google = (): Promise<Google> =>
    (opened ??= import('./openid.ts').then(({ createGoogle }) => createGoogle({ http })))
  return {
    addressOf: async (...asked) => (await google()).addressOf(...asked),
    identityOf: async (...asked) => (await google()).identityOf(...asked),
  }
}
