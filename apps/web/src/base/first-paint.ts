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

/** Pictures that the first drawing already shows stay until the page has them too, but no longer than this. */
const longestMs = 2_000

/** Puts the page in the place of its first drawing. */
export const showPage = (): void => {
  const frame = document.getElementById('frame')
  const root = document.getElementById('root')
  if (!root || !frame) return
  const swap = () => {
    clearTimeout(timer)
    watcher.disconnect()
    frame.remove()
    root.hidden = false
  }
  const isComplete = () => !frame.querySelector('main img') || root.querySelector('main img') !== null
  const watcher = new MutationObserver(() => isComplete() && swap())
  const timer = setTimeout(swap, longestMs)
  if (isComplete()) return swap()
  watcher.observe(root, { childList: true, subtree: true })
}
