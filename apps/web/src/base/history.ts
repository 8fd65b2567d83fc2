export type Move = 'push' | 'replace' | 'pop'

let follow: (move: Move) => void = () => undefined
/** How far each entry of this visit was scrolled, by the key in its state. */
const scrolled = new Map<string, number>()
let currentKey = 'first'

/** Asks before another page takes the place of unsaved work. */
let mayLeave: (() => Promise<boolean>) | null = null
/** Where the page stands that must stay meanwhile: the browser goes back without asking. */
let here = ''

/** Goes on once the person agreed to lose what is unsaved. */
const ask = async (go: () => void): Promise<void> => {
  if (!(await mayLeave?.())) return
  mayLeave = null
  go()
}

const onPop = ({ state }: PopStateEvent): void => {
  if (mayLeave && pathOf(here) !== window.location.pathname) {
    window.history.pushState({ key: currentKey }, '', here)
    void ask(() => window.history.back())
    return
  }
  here = window.location.href
  const key: unknown = state?.key
  leave(typeof key === 'string' ? key : 'first')
  follow('pop')
}

const leave = (nextKey: string): void => {
  scrolled.set(currentKey, window.scrollY)
  currentKey = nextKey
}

const pathOf = (address: string): string => new URL(address, window.location.href).pathname

const newKey = (): string => Math.random().toString(36).slice(2)

/** The address bar. It stands apart from the router so that a failed call can send the visitor elsewhere. */
export const history = {
  push(address: string): void {
    if (mayLeave && pathOf(address) !== window.location.pathname) return void ask(() => history.push(address))
    leave(newKey())
    window.history.pushState({ key: currentKey }, '', address)
    here = address
    follow('push')
  },
  replace(address: string): void {
    window.history.replaceState({ key: currentKey }, '', address)
    here = address
    follow('replace')
  },
  /** Leaving this page asks first, until what it gives is called. */
  guard(question: () => Promise<boolean>): () => void {
    mayLeave = question
    here = window.location.href
    return () => {
      if (mayLeave === question) mayLeave = null
    }
  },
  /** The router's ear; there is only one. */
  listen(listener: (move: Move) => void): void {
    follow = listener
    window.addEventListener('popstate', onPop)
    window.history.scrollRestoration = 'manual'
    // A reload is the browser's own business, and it knows best where one was.
    window.addEventListener('pagehide', () => {
      window.history.scrollRestoration = 'auto'
    })
  },
  /** Where this entry was left, for going back to it. */
  scrollOfCurrent(): number {
    return scrolled.get(currentKey) ?? 0
  },
}
