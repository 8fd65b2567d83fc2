import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Request } from '@runnel/contract/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '#api/cache.ts'
import { setTransport } from '#api/query.ts'

type Answers = Record<string, (request: Request) => unknown>

/**
 * Shows a page with a server that answers from a list: `{ 'GET /api/faucet/info': () => info }`. An answer may be an
 * error to throw. Gives every request that was made; one without an answer never ends.
 */
export function showPage(page: ReactNode, answers: Answers) {
  const requests: Request[] = []
  queryClient.clear()
  setTransport(async (request) => {
    requests.push(request)
    const [path = ''] = request.path.split('?')
    const answer = answers[`${request.route.method} ${path}`]
    if (!answer) return new Promise(() => undefined)
    const given = await answer(request)
    if (given instanceof Error) throw given
    return given
  })
  const view = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </I18nProvider>,
  )
  const sent = (call: string) => requests.filter(({ route, path }) => `${route.method} ${path.split('?')[0]}` === call)
  return { ...view, requests, sent }
}
