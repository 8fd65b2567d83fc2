import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { SentenceError } from '#api/failure.ts'
import { silence } from '#api/silent.ts'
import { usePageRestored } from '#ui/use-page-restored.ts'
import { storeVisit } from './kept-visits.ts'
import { link, type LinkList } from './link.ts'
import { leaveFor } from './navigate-away.ts'

/** Opens a visit and goes there. What fails is told beside the links, with the next one. */
export const useOpenVisit = () => {
  const [waits, setWaits] = useState<number | null>(null)
  const left = useRef(new AbortController())
  const { mutate, reset, isPending, isSuccess, variables, error } = useMutation({
    mutationFn: async (id: string) => {
      const signal = silence(new AbortController().signal)
      const { result, vt, expiresAt } = await link.calls.open({ params: { id }, signal })
      storeVisit(id, { vt, at: Date.now(), until: Date.parse(expiresAt) })
      if (isSandbox(result)) {
        const seconds = sandboxSeconds(usualSeconds(id))
        setWaits(seconds)
        if (!(await stay(seconds, left.current.signal))) return
      }
      if (!leaveFor(result))
        throw new SentenceError(t({ id: 'link.badAddress', message: 'This shortlink returned an unsafe URL.' }))
    },
    onError: () => queryClient.invalidateQueries({ queryKey: link.keyOf('list') }),
    // A paused mutation would leave by itself as soon as there is a network, long after somebody pressed.
    networkMode: 'always',
  })
  usePageRestored(reset)
  useEffect(() => {
    const page = new AbortController()
    left.current = page
    return () => page.abort()
  }, [])
  return {
    open: mutate,
    /** The link that is being opened or left for. */
    busyId: isPending || isSuccess ? variables : null,
    /** Seconds that a visit of the sandbox lasts; null while there is none. */
    waits,
    failed: error && variables !== undefined ? { id: variables, error } : null,
  }
}

const usualSeconds = (id: string): number =>
  queryClient.getQueryData<LinkList>(link.keyOf('list'))?.links.find(({ _id }) => _id === id)?.avgDuration ?? 1

export type OpenVisitMutation = ReturnType<typeof useOpenVisit>

/** The sandbox has no pages in between: the address that it gives is our own. */
const isSandbox = (address: string): boolean => URL.parse(address)?.origin === window.location.origin

/**
 * How long a visit of the sandbox lasts: about as long as visits of this link usually do, or it would be refused as too
 * fast. People are not equally fast each time, and who is looks like a program.
 */
const sandboxSeconds = (usual: number): number => Math.max(1, Math.ceil(usual * (0.9 + 0.6 * Math.random())))

/** Waits, unless the page is left meanwhile; returns whether it is still there. */
const stay = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const timer = setTimeout(() => resolve(true), seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
