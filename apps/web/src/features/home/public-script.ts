import { LOCALE_COOKIE } from '@runnel/contract/locale'
import { rememberLocale } from '#locales/choose.ts'

// All script of a public page. It runs in the head, before the first paint, so it may only touch <html> at once.
const root = document.documentElement
const refDays = 30

const setMode = (mode: string): void => {
  root.dataset['mode'] = mode
}

try {
  setMode(localStorage.getItem('UIMode') === 'dark' ? 'dark' : 'light')
  if (localStorage.getItem('token')) root.dataset['session'] = ''
  const ref = new URLSearchParams(location.search).get('r')?.toLowerCase()
  if (ref && /^\w{3,20}$/.test(ref)) {
    localStorage.setItem('ref', JSON.stringify({ ref, until: Date.now() + refDays * 86_400_000 }))
  }
  // Who came to the address of a language reads it behind the sign-in as well.
  const came = /^\/([a-z]{2}(?:-[A-Z]{2})?)(?:\/|$)/.exec(location.pathname)?.[1]
  if (came === root.lang && !document.cookie.includes(`${LOCALE_COOKIE}=`)) rememberLocale(came)
} catch {
  // A browser that refuses storage still reads the page.
}

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLElement>('[data-locale]')
  if (link) rememberLocale(link.dataset['locale'] ?? '')
})

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('[data-toggle-mode]')) return
  const mode = root.dataset['mode'] === 'dark' ? 'light' : 'dark'
  setMode(mode)
  try {
    localStorage.setItem('UIMode', mode)
  } catch {
    // Then the choice lasts as long as the page.
  }
})

// The latest payouts stay the latest while somebody looks: the list is taken out of the page as it is now.
const LIVE_MS = 60_000

setInterval(async () => {
  const list = document.querySelector('[data-live]')
  if (!list || document.hidden) return
  try {
    const answer = await fetch(location.pathname)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const next = page.querySelector('[data-live]')
    if (next && next.innerHTML !== list.innerHTML && !list.contains(document.activeElement)) list.replaceWith(next)
  } catch {
    // The next time may be better; what is shown stays true.
  }
}, LIVE_MS)

// A form that needs script loads it at the first touch, so that reading the page costs nothing.
const loadModuleOf = async (form: HTMLElement): Promise<void> => {
  try {
    await import(/* @vite-ignore */ form.dataset['module'] ?? '')
  } catch (error) {
    form.querySelector('[data-unloaded]')?.removeAttribute('hidden')
    throw error
  }
}

document.addEventListener('focusin', ({ target }) => {
  const form = target instanceof Element && target.closest<HTMLElement>('[data-module]')
  if (form) void loadModuleOf(form)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset['module'] || event.defaultPrevented) return
  event.preventDefault()
  void loadModuleOf(form).then(() => form.requestSubmit())
})
