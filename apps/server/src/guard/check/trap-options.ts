import type { Secrets } from '#kernel/secrets.ts'

/**
 * Two option ids that stand in the data of a challenge and belong to no picture: one in the false solution, one among
 * the list of all options. A page can send only ids of pictures that it was given, so no click reaches them; a program
 * that copies the text or goes through the list sends them. They are derived anew whenever they are asked for.
 */
const trapIdsOf = (secrets: Secrets, challengeId: string) => ({
  solution: idOf(secrets, `${challengeId}|solution`),
  option: idOf(secrets, `${challengeId}|option`),
})

const idOf = (secrets: Secrets, what: string): string => secrets.hmac('trap', what).subarray(0, 8).toString('base64url')

interface Shown {
  /** The challenge's own id. */
  readonly id: string
  readonly optionIds: readonly string[]
}

/** A solution of so many options that reads like a real one and never is: one of its ids is not shown. */
export const falseSolution = (secrets: Secrets, { id, optionIds, pick }: Shown & { readonly pick: number }): string[] =>
  ranked(secrets, id, [...ranked(secrets, id, optionIds).slice(0, pick - 1), trapIdsOf(secrets, id).solution])

/** All options, and one that no picture has. */
export const allOptions = (secrets: Secrets, { id, optionIds }: Shown): string[] =>
  ranked(secrets, id, [...optionIds, trapIdsOf(secrets, id).option])

const ranked = (secrets: Secrets, id: string, options: readonly string[]): string[] => {
  const rank = new Map(options.map((option) => [option, secrets.hmac('trap rank', `${id}|${option}`).toString('hex')]))
  return options.toSorted((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1))
}

/** The traps among the ids that a challenge was answered with. */
export const trapsIn = (
  secrets: Secrets,
  challengeId: string,
  answered: readonly string[],
): ('trap-order' | 'hidden-option')[] => {
  const { solution, option } = trapIdsOf(secrets, challengeId)
  const found: ('trap-order' | 'hidden-option')[] = []
  if (answered.includes(solution)) found.push('trap-order')
  if (answered.includes(option)) found.push('hidden-option')
  return found
}
