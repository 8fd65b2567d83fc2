import { inEnglish, renderAll } from '#kernel/words/render.ts'

/** The same provider, whose sentences come in words instead of codes, for tests of what they say. */
export const saysEnglish = <Provider extends object>(provider: Provider): Provider =>
  new Proxy(provider, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return isPart(member) ? saysEnglish(member) : member
      return (...asked: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, asked)
        return answer instanceof Promise ? answer.then(inWords, throwInWords) : inWords(answer)
      }
    },
  })

const isPart = (member: unknown): member is object => typeof member === 'object' && member !== null

const inWords = (answer: unknown): unknown => renderAll(answer, 'en')

const throwInWords = (error: unknown): never => {
  throw error instanceof Error ? new Error(inEnglish(error.message), { cause: error }) : error
}
