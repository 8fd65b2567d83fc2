import type { ReactNode } from 'react'
import { fakeServer, show, type Answers } from './fake-server.tsx'

/**
 * Shows a page with a server that answers from a list: `{ 'GET /api/faucet/info': () => info }`. Gives every request
 * that was made; one without an answer never ends.
 */
export const showPage = (page: ReactNode, answers: Answers) => {
  const { requests, sentTo } = fakeServer(answers, () => new Promise(() => undefined))
  return { ...show(page), requests, sent: sentTo }
}
