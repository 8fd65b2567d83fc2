import type { Http } from '#adapters/deposit/http.ts'
import type { Oidc } from './oidc.ts'

/** Signs people in by a provider, see `createOidc`; what does it is loaded when the first one comes that way. */
export const lazyOidc = (http: Http): Oidc => {
  let opened: Promise<Oidc> | undefined
  const oidc = (): Promise<Oidc> => (opened ??= import('./openid.ts').then(({ createOidc }) => createOidc({ http })))
  return {
    addressOf: async (...asked) => (await oidc()).addressOf(...asked),
    identityOf: async (...asked) => (await oidc()).identityOf(...asked),
  }
}
