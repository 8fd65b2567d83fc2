/**
 * Runs the little program that comes with a challenge on a real piece of page: it adds, counts, measures and removes
 * elements. The server knows the result; its words are explained there, in guard/instrument.
 */
export const runInstrument = (program: string, page: Document = document): number => {
  const stage = page.createElement('div')
  stage.setAttribute('aria-hidden', 'true')
  Object.assign(stage.style, { position: 'absolute', left: '-9999px', top: '0', visibility: 'hidden' })
  page.body.append(stage)
  try {
    let sum = 0
    for (const word of program.split(';').slice(0, 32)) {
      const [, command = '', first = '', second = ''] = /^([a-z])(\d{1,5})(?:\.(\d{1,2}))?$/.exec(word) ?? []
      const number = Number(first)
      if (command === 's') sum = number
      else sum = (Math.imul(sum, 31) + perform(stage, { command, number, padding: Number(second) })) >>> 0
    }
    return sum
  } finally {
    stage.remove()
  }
}

const perform = (stage: HTMLElement, task: { command: string; number: number; padding: number }): number => {
  const { command, number } = task
  switch (command) {
    case 'n': {
      for (let left = Math.min(number, 64); left > 0; left -= 1) stage.append(stage.ownerDocument.createElement('i'))
      return stage.childElementCount
    }
    case 'r': {
      for (let left = number; left > 0; left -= 1) stage.lastElementChild?.remove()
      return stage.childElementCount
    }
    case 'q':
      return stage.querySelectorAll(`i:nth-child(${number}n)`).length
    case 't': {
      const [child] = stage.children
      if (child !== undefined) child.textContent = 'x'.repeat(Math.min(number, 64))
      return stage.textContent?.length ?? 0
    }
    case 'w':
      return outerWidth(stage.lastElementChild, task)
    default:
      return 0
  }
}

const outerWidth = (element: Element | null, size: { number: number; padding: number }): number => {
  if (!(element instanceof HTMLElement)) return 0
  Object.assign(element.style, {
    display: 'block',
    boxSizing: 'content-box',
    minWidth: '0',
    maxWidth: 'none',
    border: '0',
    width: `${size.number}px`,
    padding: `0 ${size.padding}px`,
  })
  return element.offsetWidth
}
