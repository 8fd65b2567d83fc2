import { userEvent as real, type UserEvent } from '@testing-library/user-event'

type Type = UserEvent['type']

/** Special keys such as {Enter} are always pressed, and so are numbers, whose separators follow each key. */
const plain = /^(?![\d.,]+(?:$|[{[]))[^{[]{3,}/

/**
 * Types as a person does, but pastes all of a text at once but its last character: a page is drawn anew with every
 * key, which was most of what long texts cost. Each field is still pressed and typed into.
 */
const fastType =
  (user: Pick<UserEvent, 'click' | 'paste' | 'type'>): Type =>
  async (field, text, options) => {
    const [words] = plain.exec(text) ?? []
    if (words === undefined || options || !isText(field)) return user.type(field, text, options)
    await user.click(field)
    await user.paste(words.slice(0, -1))
    await user.type(field, text.slice(words.length - 1), { skipClick: true })
  }

const isText = (field: Element): boolean =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && /^(?:text|search|email|password|url|tel)$/.test(field.type))

/** The visitor of a test, in place of the package's own. */
export const userEvent = {
  ...real,
  type: fastType(real),
  setup: (options?: Parameters<typeof real.setup>[0]): UserEvent => {
    // Nothing is to be seen between two keys.
    const user = real.setup({ delay: null, ...options })
    return { ...user, type: fastType(user) }
  },
}
