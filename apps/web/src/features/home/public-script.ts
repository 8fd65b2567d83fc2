// All script of a public page. It runs in the head, before the first paint, so it may only touch <html> at once.
const root = document.documentElement

function setMode(mode: string): void {
  root.dataset['mode'] = mode
}

try {
  setMode(localStorage.getItem('UIMode') === 'dark' ? 'dark' : 'light')
  if (localStorage.getItem('token')) root.dataset['session'] = ''
} catch {
  // A browser that refuses storage still reads the page.
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('[data-toggle-mode]')) return
  const mode = root.dataset['mode'] === 'dark' ? 'light' : 'dark'
  setMode(mode)
  localStorage.setItem('UIMode', mode)
})
