import type { Page } from 'playwright-core'

/** Text that lies over other text or over what is typed, and text that runs out of what is pressed or is cut by it. */
export const misplacedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isApart = (element: Element): boolean => {
      const { position, clipPath } = getComputedStyle(element)
      // What a closed disclosure hides is not drawn.
      const isShown = element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      return ['fixed', 'sticky', 'absolute'].includes(position) || clipPath !== 'none' || !isShown
    }
    /** What of an element's content can be seen, where it scrolls or cuts. */
    const within = (element: Element, outer: DOMRect): DOMRect => {
      const { overflowX, overflowY } = getComputedStyle(element)
      if (overflowX === 'visible' && overflowY === 'visible') return outer
      return meet(element.getBoundingClientRect(), outer)
    }
    const meet = (one: DOMRect, other: DOMRect): DOMRect => {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)]
      const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)]
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const texts: { words: string; holds: Element; boxes: DOMRect[] }[] = []
    const walk = (element: Element, outer: DOMRect): void => {
      if (isApart(element) || ['svg', 'SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME'].includes(element.tagName)) return
      const seen = within(element, outer)
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child, seen)
        const words = child.nodeType === Node.TEXT_NODE ? (child.textContent ?? '').trim() : ''
        if (words === '') continue
        const range = document.createRange()
        range.selectNodeContents(child)
        const boxes = [...range.getClientRects()].map((box) => meet(box, seen))
        texts.push({ words, holds: element, boxes: boxes.filter(({ width, height }) => width > 1 && height > 1) })
      }
    }
    walk(document.body, new DOMRect(-1e6, -1e6, 2e6, 2e6))
    const found: string[] = []
    const say = (text: string): string => `“${text.slice(0, 60)}”`
    for (const { words, holds, boxes } of texts) {
      const holder = holds.closest('button, a, th, [role=tab], label, legend, .badge, .button')
      if (holder === null || holder.closest('.truncate') || getComputedStyle(holder).display === 'inline') continue
      const { left, right } = holder.getBoundingClientRect()
      if (boxes.some((box) => box.left < left - 1.5 || box.right > right + 1.5))
        found.push(`${say(words)} runs out of its place`)
    }
    const lines = texts.flatMap(({ words, boxes }, index) => boxes.map((box) => ({ words, index, box })))
    lines.sort((one, other) => one.box.top - other.box.top)
    for (const [at, one] of lines.entries())
      for (const other of lines.slice(at + 1)) {
        if (other.box.top >= one.box.bottom) break
        if (other.index === one.index) continue
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        const least = Math.min(one.box.height, other.box.height)
        if (wide > 2 && high > least * 0.45) found.push(`${say(one.words)} and ${say(other.words)} lie over each other`)
      }
    for (const aside of document.querySelectorAll('.input-shell > :is(.input-lead, .input-trail, .chevron)')) {
      const input = aside.parentElement?.querySelector(':scope > .input')
      if (!input || !aside.checkVisibility()) continue
      const { paddingLeft, paddingRight } = getComputedStyle(input)
      const [box, over] = [input.getBoundingClientRect(), aside.getBoundingClientRect()]
      const [left, right] = [box.left + parseFloat(paddingLeft), box.right - parseFloat(paddingRight)]
      if (over.left < right - 1 && over.right > left + 1)
        found.push(`${say(aside.textContent || (aside.getAttribute('class') ?? ''))} lies over what is typed beside it`)
    }
    return [...new Set(found)].slice(0, 8)
  })
