import type { issueText } from './issue-words.ts'

type Errors = Record<string, string>

/**
 * The sentences for what a schema refused. Their words are loaded with the first wrong value, as most visits have
 * none. When they do not come, nothing is said here: the server checks the same rules and says them itself.
 */
export const explainIssues = async (explain: (text: typeof issueText) => Errors): Promise<Errors> => {
  const words = await import('./issue-words.ts').catch(() => undefined)
  return words === undefined ? {} : explain(words.issueText)
}
