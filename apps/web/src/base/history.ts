export type Move = 'push' | 'replace' | 'pop'

let follow: (move: Move) => void = () => undefined
/** How far each entry of this visit was scrolled, by the key in its state. */
const scrolled = new Map<string, number>()
let currentKey = 'first'

/** Takes a move over, to make it later or never: by `go`, towards `address` unless the browser has moved already. */
export type Hold = (go: () => void, address?: string) => boolean
let isHeld: Hold = () => false

const onPop = ({ state }: PopStateEvent): void => {
  if (isHeld(() => window.history.back())) return
  const key: unknown = state?.key
  leave(typeof key === 'string' ? key : 'first')
  follow('pop')
}

const leave = (nextKey: string): void => {
  scrolled.set(currentKey, window.scrollY)
  currentKey = nextKey
}

const newKey = (): string => Math.random().toString(36).slice(2)

/** The address bar. It stands apart from the router so that a failed call can send the visitor elsewhere. */
export const history = {
  push(address: string): void {
    if (isHeld(() => history.push(address), address)) return
    leave(newKey())
    window.history.pushState({ key: currentKey }, '', address)
    follow('push')
  },
  replace(address: string): void {
    window.history.replaceState({ key: currentKey }, '', address)
    follow('replace')
  },
  /** Who has unsaved work holds moves; there is only one. */
  hold(hold: Hold): void {
    isHeld = hold
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
