import { createHttp, type Http } from '#adapters/deposit/http.ts'

/** Fakes of providers listen on this machine, which a site calls only where its owner says so. */
export const localHosts = ['127.0.0.1', 'localhost']

/** Calls fakes as a site calls providers. */
export const localHttp = (options: { readonly timeoutMs?: number } = {}): Http =>
  createHttp({ privateHosts: localHosts, ...options })
