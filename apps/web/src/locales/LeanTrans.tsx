import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { i18n } from './lean-i18n.ts'

interface TransProps {
  id: string
  values?: Record<string, unknown>
  components?: Record<string, ReactElement>
}

/** Of `@lingui/react`: a message with elements in it, `<0>…</0>`, and with values that are elements. */
export const Trans = ({ id, values = {}, components = {} }: TransProps): ReactNode => {
  const elements = { ...components }
  const told = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value]
    const index = Object.keys(elements).length
    // React draws whatever a message was given.
    elements[index] = <>{value as ReactNode}</>
    return [name, `<${index}/>`]
  })
  return withElements(i18n._(id, Object.fromEntries(told)), elements)
}

const withElements = (text: string, elements: Record<string, ReactElement>): ReactNode => {
  const [before = '', paired, inner, single] = text.split(/<(\d+)>(.*?)<\/\1>|<(\d+)\/>/s)
  const element = elements[paired ?? single ?? '']
  if (!element) return before
  const drawn = inner === undefined ? element : cloneElement(element, {}, withElements(inner, elements))
  const tags = inner === undefined ? `<${single}/>` : `<${paired}>${inner}</${paired}>`
  return (
    <>
      {before}
      {drawn}
      {withElements(text.slice(before.length + tags.length), elements)}
    </>
  )
}
