/**
 * The words on a page that never went through the catalogue. In the pseudo-language every message stands between ⟦
 * and ⟧; letters outside of them were written straight into the code. `data` names what a person or the server wrote.
 */
export const strayText = (root: Element, data: readonly string[] = []): string[] => {
  const found = [...texts(root), ...spoken(root)]
  return found.filter((text) => /\p{L}{2,}/u.test(outsideMarks(text, data))).map((text) => text.trim())
}

const spokenAttributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription']

/** Text is judged per block, because one message may run over several elements. */
const texts = (root: Element): string[] => {
  const inline = new Set(['A', 'ABBR', 'B', 'EM', 'I', 'SMALL', 'SPAN', 'STRONG', 'TIME'])
  const silent = new Set(['SCRIPT', 'STYLE', 'CODE'])
  const blocks = new Map<Element, string>()
  const walk = (node: Node, block: Element): void => {
    if (node.nodeType === 3) blocks.set(block, (blocks.get(block) ?? '') + (node.textContent ?? ''))
    // A language is called by its own name in all of them.
    if (!(node instanceof Element) || silent.has(node.tagName) || node.hasAttribute('lang')) return
    const own = inline.has(node.tagName) ? block : node
    node.childNodes.forEach((child) => walk(child, own))
  }
  walk(root, root)
  return [...blocks.values()]
}

const spoken = (root: Element): string[] =>
  [root, ...root.querySelectorAll('*')].flatMap((element) =>
    spokenAttributes.map((name) => element.getAttribute(name) ?? ''),
  )

const outsideMarks = (text: string, data: readonly string[]): string => {
  const ownWords = data.reduce((rest, word) => rest.replaceAll(word, ''), text)
  return ownWords.replaceAll(/⟦[^⟧]*⟧/g, '')
}
