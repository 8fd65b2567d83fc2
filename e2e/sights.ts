import type { Page } from 'playwright-core'

/** The parts of a sight that no earlier sight of the document has shown. */
export interface News {
  /** Nothing of it was seen before. */
  readonly page: boolean
  /** Some elements, which `sights` in the page names: they are new, or what is in them or under them is. */
  readonly elements: boolean
  /** The colours of the page, as when it turns dark. */
  readonly colours: boolean
  /** Which headings and landmarks there are together. */
  readonly outline: boolean
}

const noNews: News = { page: false, elements: false, colours: false, outline: false }

/** Nothing of the site is called so. */
export type Viewer = typeof window & { sights?: Sights }

/** All that was seen of a document so far. */
interface Sights {
  /** Whether an earlier sight than this one has shown it. */
  readonly isKnown: (seen: Map<string, number>, key: string, sight: number) => boolean
  /** One number for each text, which is shorter to compare. */
  readonly numberOf: (text: string) => number
  readonly nameOf: (element: Element) => string
  readonly hasText: (element: Element) => boolean
  readonly isShown: (element: Element) => boolean
  readonly scrolls: (element: Element) => boolean
  /** All that is shown within an element. */
  readonly contentOf: (element: Element) => string
  /** The elements that name another. */
  readonly namersOf: (element: Element) => readonly Element[]
  /** All that is shown, and of that the outline, by the sight that showed it first. */
  readonly wholes: Map<string, number>
  readonly states: WeakMap<Element, Map<string, number>>
  /** The outermost elements of the last sight that are new. */
  elements: readonly Element[]
}

const byRole = (...roles: string[]): string => roles.map((role) => `[role=${role}]`).join(', ')
/** Elements that rules judge by others, wherever these stand, as a heading by the one before it. */
const outlined = [
  'h1, h2, h3, h4, h5, h6, header, footer, main, nav, aside, section, form, iframe, a[href^="#"]',
  byRole('heading', 'banner', 'complementary', 'contentinfo', 'main', 'navigation', 'region', 'search', 'form'),
].join(', ')
/** Elements that rules judge by all that is shown within them, such as the words of a button. */
const judgedByContent = [
  'a, button, summary, label, legend, table, select, h1, h2, h3, h4, h5, h6, [aria-hidden=true]',
  byRole('button', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'option', 'checkbox', 'radio'),
  byRole('switch', 'combobox', 'listbox', 'menu', 'tablist', 'radiogroup', 'table', 'grid', 'row', 'list', 'heading'),
  byRole('img', 'tooltip', 'tree', 'treeitem', 'progressbar', 'meter'),
].join(', ')
const targets = 'a, button, summary, input, select, textarea, [tabindex]'

/**
 * Compares a sight of a page with all earlier ones of the same document, and leaves in the page which elements are new.
 * A sight that is compared again is compared with those before it.
 */
export const noteSight = async (page: Page, sight: number): Promise<News> => {
  await page.evaluate(startSights)
  return page.evaluate(compareInPage, { sight, outlined, judgedByContent, targets, noNews })
}

const startSights = (): void => {
  const viewer = window as Viewer
  const numbers = new Map<string, number>()
  const nameOf = (element: Element): string => {
    const told = [...element.attributes].filter(({ name }) => /^(aria-|role$|class$|tabindex$|alt$|title$)/.test(name))
    return `${element.tagName} ${told.map(({ name, value }) => `${name}=${value}`).join(' ')}`
  }
  const hasText = ({ childNodes }: Element): boolean =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
  const contentOf = ({ children }: Element): string =>
    [...children].map((child) => `${isShown(child) && nameOf(child) + hasText(child)}(${contentOf(child)})`).join()
  viewer.sights ??= {
    isKnown: (seen, key, sight) => {
      if (!seen.has(key)) seen.set(key, sight)
      return seen.get(key) !== sight
    },
    numberOf: (text) => {
      if (!numbers.has(text)) numbers.set(text, numbers.size)
      return numbers.get(text) ?? 0
    },
    nameOf,
    hasText,
    isShown,
    contentOf,
    scrolls: (element) =>
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight) &&
      /auto|scroll/.test(getComputedStyle(element).overflow),
    namersOf: (element) => {
      const ids = `${element.getAttribute('aria-labelledby') ?? ''} ${element.getAttribute('aria-describedby') ?? ''}`
      const named = ids.split(/\s+/).map((id) => document.getElementById(id))
      const isField =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
      const labels = isField ? [...(element.labels ?? [])] : []
      return [...labels, ...named.filter((one) => one !== null)]
    },
    wholes: new Map(),
    states: new WeakMap(),
    elements: [],
  }
}

interface Comparison {
  readonly sight: number
  readonly outlined: string
  readonly judgedByContent: string
  readonly targets: string
  readonly noNews: News
}

/** The background that an element lies on. */
interface Ground {
  readonly number: number
  /** Something around it is half transparent, so that no background hides what is below. */
  readonly isVeiled: boolean
}

const compareInPage = ({ sight, noNews: none, ...selectors }: Comparison): News => {
  const { sights } = window as Viewer
  if (sights === undefined) throw new Error('the page keeps no sights')
  const { isKnown, numberOf, nameOf, hasText, isShown, scrolls, contentOf, namersOf, wholes, states } = sights
  const shown = [...document.querySelectorAll('body *')].filter(isShown)
  const parts = shown.map((element) => `${element.tagName}.${element.getAttribute('class')} ${scrolls(element)}`)
  const colouring = shown.map((element) => getComputedStyle(element).color)
  if (isKnown(wholes, [...parts, ...colouring].join(), sight)) return none
  /** The elements that there are together: others may crowd a small one, or lie under one that floats. */
  const crowd = numberOf(parts.join())
  const shapeOf = (element: Element, style: CSSStyleDeclaration): string => {
    const { width, height } = element.getBoundingClientRect()
    const isSmall = style.clipPath === 'none' && element.matches(selectors.targets) && (width < 24 || height < 24)
    const content = element.matches(selectors.judgedByContent) ? contentOf(element) : ''
    const labels = element.matches('input, select, textarea, [aria-labelledby], [aria-describedby]')
      ? namersOf(element).map((namer) => `${isShown(namer)} ${contentOf(namer)}`)
      : ''
    const items = element.matches('ul, ol, dl') ? [...element.children].filter(isShown).length : 0
    return [nameOf(element), hasText(element), scrolls(element), isSmall && crowd, content, labels, items].join('|')
  }
  const groundOf = (style: CSSStyleDeclaration, below: Ground): Ground => {
    const { position, backgroundColor, backgroundImage, opacity, filter } = style
    const isVeiled = below.isVeiled || opacity !== '1' || filter !== 'none'
    const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`
    if (backgroundColor.startsWith('rgb(') && !isVeiled) return { number: numberOf(own), isVeiled }
    const isInLine = position === 'static' || position === 'relative'
    return { number: numberOf(`${below.number} ${own} ${isInLine || crowd}`), isVeiled }
  }
  const coloursOf = (element: Element, style: CSSStyleDeclaration, ground: Ground): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = style
    const isBold = Number(fontWeight) >= 700
    // Larger letters may be paler.
    const isLarge = parseFloat(fontSize) >= (isBold ? 18.5 : 24)
    const around = element.parentElement === null ? '' : getComputedStyle(element.parentElement).color
    return [color, around, isLarge, isBold, textShadow, textDecorationLine, ground.number].join('|')
  }
  const shapes: Element[] = []
  const colours: Element[] = []
  const look = (element: Element, below: Ground, isWithin: boolean): void => {
    const style = getComputedStyle(element)
    const ground = groundOf(style, below)
    let isNew = false
    if (isShown(element)) {
      const seen = states.get(element) ?? new Map<string, number>()
      states.set(element, seen)
      isNew = !isKnown(seen, shapeOf(element, style), sight)
      const isPainted = hasText(element) ? style.clipPath === 'none' : element.matches('input, select, textarea')
      const isPaintedAnew = isPainted && !isKnown(seen, coloursOf(element, style, ground), sight)
      if (!isWithin && isNew) shapes.push(element)
      else if (!isWithin && isPaintedAnew) colours.push(element)
    }
    for (const child of element.children) look(child, ground, isWithin || isNew)
  }
  look(document.body, { number: 0, isVeiled: false }, false)
  const outline = shown.filter((element) => element.matches(selectors.outlined)).map(nameOf)
  // Judged one by one, many take longer than the page that they are on.
  const isMost = colours.length > 60
  sights.elements = isMost ? shapes : [...shapes, ...colours]
  return {
    page: shapes.includes(document.body),
    elements: sights.elements.length > 0,
    colours: isMost,
    outline: !isKnown(wholes, `outline: ${outline.join()}`, sight),
  }
}
