import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Request } from '@runnel/contract/client'
import type { Failure } from '@runnel/contract/failure'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '#api/cache.ts'
import { setTransport } from '#api/query.ts'
import { CallError } from '#api/send.ts'

type Answer = (request: Request) => unknown

export interface FakeServer {
  /** By 'METHOD /path' of the contract; a test may put its own in their place. */
  answers: Record<string, Answer>
  /** What was sent to one of them, the oldest first. */
  sentTo: (name: string) => Request[]
}

/** Answers the calls of the pages under test instead of a server, and starts with an empty cache. */
export function fakeServer(answers: Record<string, Answer>): FakeServer {
  const sent: Request[] = []
  const server: FakeServer = {
    answers: { ...answers },
    sentTo: (name) => sent.filter((request) => nameOf(request) === name),
  }
  queryClient.clear()
  setTransport(async (request) => {
    sent.push(request)
    const answer = server.answers[nameOf(request)]
    if (!answer) throw new Error(`nobody answers ${nameOf(request)}`)
    return answer(request)
  })
  return server
}

function nameOf({ route }: Request): string {
  return `${route.method} ${route.path}`
}

/** Refuses as the server does. */
export function refuse(status: number, failure: Failure): never {
  throw new CallError(status, failure)
}

export function show(page: ReactNode) {
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </I18nProvider>,
  )
}
