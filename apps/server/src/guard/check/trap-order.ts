import { equalBytes, type Secrets } from '#kernel/secrets.ts'
import { answerMac } from './challenge-envelope.ts'

interface Asked {
  /** The challenge's own id. */
  readonly id: string
  readonly optionIds: readonly string[]
  readonly pick: number
  /** What the right answer is compared with. */
  readonly answerMac: Buffer
}

/**
 * A false solution that stands where only programs read it. It is derived anew whenever it is asked for, and is never
 * the right one by chance.
 */
export const trapOrderOf = (secrets: Secrets, { id, optionIds, pick, answerMac: right }: Asked): string[] => {
  const rank = new Map(
    optionIds.map((option) => [option, secrets.hmac('trap-order', `${id}|${option}`).toString('hex')]),
  )
  const order = optionIds.toSorted((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1)).slice(0, pick)
  return equalBytes(answerMac(secrets, id, order), right) ? order.toReversed() : order
}
