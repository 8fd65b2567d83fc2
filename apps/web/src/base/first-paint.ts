/** What the server drew before anything was known stands in the document until the page itself can be seen. */

/** The sheets come at the same time as the scripts, and perhaps later; a page without them is none. */
export const whenStyled = async (): Promise<void> => {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(sheets.filter(({ sheet }) => sheet === null).map(loaded))
}

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve(), { once: true })
  })

/** Pictures of a claim that the first drawing shows stay until the page has them too, but no longer than this. */
const longestMs = 15_000
/** A page that changes no more and waits for nothing is complete without them. */
const restMs = 1_000

/** A claim that can be sent as it is. */
const READY = 'main .claim-bar [aria-disabled="false"]'

/** Puts the page in the place of its first drawing. */
export const showPage = (): void => {
  const frame = document.getElementById('frame')
  const root = document.getElementById('root')
  if (!root || !frame) return
  const { pathname } = window.location
  let rest: number | undefined
  const swap = () => {
    clearTimeout(longest)
    clearTimeout(rest)
    watcher.disconnect()
    frame.remove()
    root.hidden = false
  }
  const look = () => {
    const pictures = [...root.querySelectorAll<HTMLImageElement>('.picture-tile img')]
    if (!frame.querySelector('main .claim-bar') || window.location.pathname !== pathname) return swap()
    // It showed that nothing is asked for: the page may follow once it says so too.
    const isSame = !frame.querySelector('main .picture-tile') && root.querySelector(READY)
    if (isSame) return swap()
    // Undecoded they would be painted later than the rest.
    if (pictures.length > 0) return void Promise.allSettled(pictures.map((picture) => picture.decode())).then(swap)
    clearTimeout(rest)
    rest = window.setTimeout(() => root.querySelector('.skeleton') ?? swap(), restMs)
  }
  const watcher = new MutationObserver(look)
  const longest = window.setTimeout(swap, longestMs)
  watcher.observe(root, { childList: true, subtree: true })
  look()
}
