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

const challenge = '/api/antibot?action=faucet'

/** Whether somebody looks at a faucet whose wait is over: then its challenge will be wanted next. */
const isReady = async (answer: Response): Promise<boolean> => {
  const { wait } = (await answer.clone().json()) as { wait?: number }
  return wait === 0 && !document.hidden
}

const none = (): undefined => undefined

const askEarly = (): void => {
  const token = localStorage.getItem('token')
  const page = location.pathname
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  const answers: Record<string, Promise<Response>> = {}
  const ask = (path: string): Promise<Response> => {
    const answer = fetch(path, { credentials: 'include', headers })
    // Whoever takes the answer hears of a failure; one that nobody takes is no error of the page.
    answer.catch(() => undefined)
    answers[path] = answer
    return answer
  }
  void ask('/api/site')
  if (token !== null && page.startsWith('/app/')) {
    void ask('/api/user/me')
    const first = firstCalls[page]
    if (first !== undefined) {
      const asked = ask(first)
      // The challenge is the largest part of the page; it need not wait for the scripts either.
      if (page === '/app/faucet') asked.then(isReady).then((ready) => void (ready && ask(challenge)), none)
    }
  }
  Object.assign(window, { early: answers })
}

try {
  paint()
  askEarly()
} catch {
  // A browser that keeps no storage gets the light page and asks later.
}
