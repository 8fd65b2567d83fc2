import { type Asked, showPreloaded } from './challenge-preload.ts'

/**
 * Runs in the document's head, before the first paint and before any script has arrived: it sets the colours that this
 * browser chose, and asks for what the page will want first. `api/send.ts` takes the answers.
 */
const paint = (): void => {
  const { documentElement: root } = document
  root.dataset['mode'] = localStorage.getItem('UIMode') === 'dark' ? 'dark' : 'light'
  const isMember = localStorage.getItem('token') !== null
  const isTheirs = location.pathname.startsWith('/app/') === isMember
  // Who will be sent to another page is shown nothing of this one.
  if (!isTheirs) root.dataset['frame'] = 'off'
}

/** What a page asks for at once, beside who is signed in. */
const firstCalls: Readonly<Record<string, string>> = {
  '/app/bonus': '/api/bonus',
  '/app/challenge': '/api/challenge',
  '/app/dashboard': '/api/dashboard',
  '/app/faucet': '/api/faucet/info',
  '/app/referral': '/api/referral',
  '/app/withdraw': '/api/withdraw',
}

const challenge = '/api/antibot?action=faucet'
const glance = '/api/ct?action=faucet'

/** Whether the wait was over by what this browser was last told (`faucet.ts`); where it was told nothing, it may be. */
const mayBeReady = (): boolean => Number(localStorage.getItem('faucetAt')) <= Date.now()

interface Faucet {
  wait: number
  next: { total: number }
}

type Ask = (path: string) => Promise<Response>

const askEarly = (): void => {
  const token = localStorage.getItem('token')
  const page = location.pathname
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  const early: Record<string, Promise<Response>> = {}
  const ask: Ask = (path) => {
    // Read at once: what is never stored (`no-store`) would keep its connection until somebody takes it.
    const answer = fetch(path, { credentials: 'include', headers }).then(
      async (response) => new Response(await response.blob(), response),
    )
    // Whoever takes the answer learns of a failure; one that nobody takes is no error of the page.
    answer.catch(() => undefined)
    early[path] = answer
    return answer
  }
  const ahead = token !== null && page.startsWith('/app/') ? askForMember(page, ask) : undefined
  Object.assign(window, { early, ahead: ahead?.catch(() => undefined) })
}

/** Ends when all is shown that needs no script of the application. */
const askForMember = async (page: string, ask: Ask): Promise<void> => {
  void ask('/api/user/me')
  const first = firstCalls[page]
  if (first === undefined) return
  const answer = ask(first)
  // Nobody looks at a hidden page, and its challenge would grow old.
  if (page !== '/app/faucet' || document.hidden) return
  // The challenge is the largest part of the page and what somebody came for; it waits for no script.
  const pictures = mayBeReady() ? askPictures(ask) : undefined
  // Where the answer before it is missing, nobody waits for this one.
  pictures?.catch(() => undefined)
  // The server's own answer; a refusal has none of this.
  const { wait, next } = (await (await answer).clone().json()) as Partial<Faucet>
  const shown = wait === 0 && next ? await (pictures ?? askPictures(ask)) : undefined
  if (shown && next) await showPreloaded(shown, next.total)
}

interface Challenge {
  captcha: boolean
  antibotlinks: readonly unknown[]
  pow: unknown
}

/** What a claim asks for; where the server asks for a click order or for work, the page shows that itself. */
const askPictures = async (ask: Ask): Promise<Asked | undefined> => {
  // The server's own answer; a refusal has none of this.
  const { captcha, antibotlinks, pow } = (await (await ask(challenge)).clone().json()) as Partial<Challenge>
  if (captcha === true) return ask(glance)
  return antibotlinks?.length === 0 && pow === null ? 'nothing' : undefined
}

// Chromium offers it once, and shows it by itself unless it is kept (`InstallNote.tsx`).
addEventListener('beforeinstallprompt', (offer) => {
  offer.preventDefault()
  Object.assign(window, { installOffer: offer })
})

try {
  paint()
  askEarly()
} catch {
  // A browser that keeps no storage gets the light page and asks later.
}
