import type { adminLink as contract } from '@runnel/contract/admin/link'
import type { Result } from '@runnel/contract/route'
import { useState } from 'react'
import type { useLinkCalls } from './links.ts'

export type LinkTest = Result<typeof contract.testLink>

/** What the providers said when they were tried, each until it is tried again. */
export const useLinkTests = ({ mutate, isPending, variables }: ReturnType<typeof useLinkCalls>['test']) => {
  const [results, setResults] = useState<Readonly<Record<string, LinkTest>>>({})
  return {
    resultOf: (id: string): LinkTest | undefined => results[id],
    busyId: isPending ? variables : null,
    run: (id: string) => mutate(id, { onSuccess: (result) => setResults((known) => ({ ...known, [id]: result })) }),
  }
}

export type LinkTests = ReturnType<typeof useLinkTests>
