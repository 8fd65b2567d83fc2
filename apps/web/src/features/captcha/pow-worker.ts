import type { PowSolution } from '@runnel/contract/check/captcha'
import { searchPow, type PowShare } from './pow-search.ts'

/** What a searcher reports: one more try, or the end of its search. */
export type PowReport =
  | { readonly kind: 'tried' }
  | { readonly kind: 'found'; readonly solution: PowSolution }
  | { readonly kind: 'gave up' }

const report = (message: PowReport): void => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<PowShare>) => {
  const search = searchPow(data, { tried: () => report({ kind: 'tried' }), isStopped: () => false })
  search.then(
    (solution) => report(solution === undefined ? { kind: 'gave up' } : { kind: 'found', solution }),
    () => report({ kind: 'gave up' }),
  )
})
