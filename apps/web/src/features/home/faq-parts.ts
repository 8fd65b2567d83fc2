export interface Question {
  id: string
  /** Empty for words that stand under no question. */
  title: string
  html: string
  /** Everything one may look for, in small letters. */
  text: string
}

export interface QuestionGroup {
  id: string
  /** Empty for what stands before the first heading. */
  title: string
  questions: Question[]
}

/**
 * Takes the owner's text apart: second-level headings are groups, third-level ones are questions. A text of another
 * shape keeps all its words: what stands under no question becomes one without a title.
 */
export const questionGroups = (html: string): QuestionGroup[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const groups: QuestionGroup[] = []
  const ids = new Set<string>()
  for (const node of body.childNodes) {
    const title = node.textContent?.trim() ?? ''
    const tag = node instanceof Element ? node.tagName : ''
    if (tag === 'H2') groups.push({ id: idOf(title, ids), title, questions: [] })
    else if (tag === 'H3')
      lastGroup(groups).questions.push({ id: idOf(title, ids), title, html: '', text: small(title) })
    else if (node instanceof Element) addText(lastGroup(groups), node, ids)
  }
  return groups.filter(({ questions }) => questions.length > 0)
}

/** Only the questions that hold every word that was asked for. */
export const findQuestions = (groups: readonly QuestionGroup[], wanted: string): QuestionGroup[] => {
  const words = small(wanted).split(/\s+/).filter(Boolean)
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ text }) => words.every((word) => text.includes(word))),
    }))
    .filter(({ questions }) => questions.length > 0)
}

const lastGroup = (groups: QuestionGroup[]): QuestionGroup => {
  const last = groups.at(-1)
  if (last) return last
  const first = { id: 'start', title: '', questions: [] }
  groups.push(first)
  return first
}

const addText = ({ questions }: QuestionGroup, element: Element, ids: Set<string>): void => {
  let question = questions.at(-1)
  if (!question) {
    question = { id: idOf('', ids), title: '', html: '', text: '' }
    questions.push(question)
  }
  question.html += element.outerHTML
  question.text += ` ${small(element.textContent ?? '')}`
}

/** An address within the page, made of the words of the heading. */
const idOf = (title: string, taken: Set<string>): string => {
  const slug =
    small(title)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'question'
  let id = slug
  for (let number = 2; taken.has(id); number += 1) id = `${slug}-${number}`
  taken.add(id)
  return id
}

const small = (text: string): string => text.normalize('NFKC').toLowerCase()
