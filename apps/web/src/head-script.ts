/**
 * Runs in the document's head, before the first paint and before any script has arrived: it sets the colours that this
 * browser chose, and asks for what the page will want first. `api/send.ts` takes the answers.
 */
const paint = (): void => {
  document.documentElement.dataset['mode'] = localStorage.getItem('UIMode') === 'dark' ? 'dark' : 'light'
}

/** What a page asks for at once, beside the site and who is signed in. */
const firstCalls: Readonly<Record<string, string>> = {
  '/app/dashboard': '/api/user/stats',
  '/app/faucet': '/api/faucet/info',
  '/app/withdraw': '/api/withdraw',
}

const askEarly = (): void => {
  const token = localStorage.getItem('token')
  const page = location.pathname
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  const answers: Record<string, Promise<Response>> = {}
  const ask = (path: string): void => {
    const answer = fetch(path, { credentials: 'include', headers })
    // Whoever takes the answer hears of a failure; one that nobody takes is no error of the page.
    answer.catch(() => undefined)
    answers[path] = answer
  }
  ask('/api/site')
  if (token !== null && page.startsWith('/app/')) {
    ask('/api/user/me')
    const first = firstCalls[page]
    if (first !== undefined) ask(first)
  }
  Object.assign(window, { early: answers })
}

try {
  paint()
  askEarly()
} catch {
  // A browser that keeps no storage gets the light page and asks later.
}
