import { BODY_BYTES } from '#contract/constants.ts'
import { status } from '#contract/failure.ts'
import type { Route } from '#contract/route.ts'
import featureCodes from './feature-codes.json' with { type: 'json' }

/** One code that a call may be refused with, and when. */
export interface FailureCode {
  readonly status: number
  readonly code: string
  /** Undefined for what the rules of the feature decide: the sentence of the answer says it. */
  readonly when?: string
}

const at = (kind: keyof typeof status, code: string, when?: string): FailureCode => ({
  status: status[kind],
  code,
  when,
})

/** What a call may be refused with: what its entry in the route table says, and what its feature decides. */
export const failuresOf = ({
  feature,
  name,
  route,
}: {
  feature: string
  name: string
  route: Route
}): readonly FailureCode[] => {
  const all = [
    ...refusalsOfAccess(route),
    ...refusalsOfInput(route),
    ...refusalsOfChecks(route),
    ...decidedBy(feature, name),
  ]
  return all.filter((each, index) => all.findIndex((other) => isSame(other, each)) === index)
}

const isSame = (one: FailureCode, other: FailureCode): boolean => one.status === other.status && one.code === other.code

const refusalsOfAccess = (route: Route): FailureCode[] => [
  at('tooMany', 'TOO_MANY', 'Too many calls. `retryAfter` and the header `Retry-After` have the seconds to wait.'),
  ...(route.whileMaintained ? [] : [at('maintenance', 'MAINTENANCE', 'The site is under maintenance.')]),
  ...(route.access === 'anyone' ? [] : refusalsOfSession(route)),
  ...(route.access === 'moderator' || route.access === 'admin'
    ? [
        at('forbidden', 'FORBIDDEN', `The account’s role is below ${route.access}.`),
        at('forbidden', 'TWO_STEP_REQUIRED', 'This site asks its staff for two-step verification.'),
      ]
    : []),
  ...(route.closedTo === 'earn'
    ? [at('forbidden', 'COUNTRY_CLOSED_EARN', 'Earning is closed in the country that the call comes from.')]
    : []),
  ...(route.closedTo === 'withdraw'
    ? [at('forbidden', 'COUNTRY_CLOSED_WITHDRAW', 'Withdrawing is closed in the country that the call comes from.')]
    : []),
  ...(route.stepUp
    ? [at('forbidden', 'STEP_UP_REQUIRED', 'The session hasn’t confirmed who uses it in the last 10 minutes.')]
    : []),
]

const refusalsOfSession = (route: Route): FailureCode[] => [
  at('noSession', 'NO_SESSION', 'There is no `Authorization` header.'),
  at('noSession', 'SESSION_ENDED', 'The token is unknown, or its session has ended; a key was revoked or has expired.'),
  route.apiKey
    ? at('forbidden', 'API_KEY_SCOPE', 'The API key lacks the scope.')
    : at('forbidden', 'API_KEY_REFUSED', 'API keys don’t open this.'),
  ...(route.whileLocked ? [] : [at('locked', 'ACCOUNT_LOCKED', 'The account is locked.')]),
  ...(route.beforeInit ? [] : [at('conflict', 'NEEDS_INIT', 'The account has to choose its username first.')]),
]

const refusalsOfInput = (route: Route): FailureCode[] => [
  ...(route.kind === 'raw' ? [] : [at('malformed', 'MALFORMED', malformedWhen(route))]),
  ...(route.params ? [at('notFound', 'NOT_FOUND', 'The path names nothing that exists.')] : []),
  ...(route.query || route.headers || route.body
    ? [at('invalid', 'INVALID_FIELDS', 'Fields are invalid; `errors` has a sentence for each.')]
    : []),
  ...(route.body && route.kind !== 'raw' ? refusalsOfBody(route) : []),
  ...(route.kind === 'upload'
    ? [
        at('malformed', 'NOT_A_FORM', 'The body is no multipart form.'),
        at('malformed', 'BAD_FORM', 'The form is incomplete, or has other fields.'),
        at('tooLarge', 'TOO_LARGE', 'The file is too large.'),
        at('busy', 'UPLOADS_BUSY', 'Too many files arrive at this moment.'),
      ]
    : []),
  ...(route.idempotent
    ? [
        at('malformed', 'BAD_IDEMPOTENCY_KEY', 'The key isn’t 8 to 100 letters, digits, `-` and `_`.'),
        at('conflict', 'IDEMPOTENCY_KEY_REUSED', 'The key was used for another call.'),
      ]
    : []),
]

const malformedWhen = ({ body }: Route): string =>
  `${body ? 'The body is no JSON object, or a text' : 'A text of the query'} has a character that can’t be stored.`

const refusalsOfBody = ({ bodyLimit = BODY_BYTES }: Route): FailureCode[] => [
  at('tooLarge', 'TOO_LARGE', `The body has more than ${bodyLimit / 1_024} KB.`),
]

const refusalsOfChecks = ({ checks = [] }: Route): FailureCode[] =>
  checks.some((check) => check === 'captcha' || check === 'antibot')
    ? [
        at('malformed', 'CHALLENGE_WRONG', 'The answer to the human check is wrong; request another.'),
        at('malformed', 'CHALLENGE_EXPIRED', 'The human check has expired or was used; request another.'),
        at('maintenance', 'CAPTCHA_UNREACHABLE', 'The captcha provider doesn’t answer.'),
        at('tooMany', 'COOLDOWN', 'Too many wrong answers; wait for `retryAfter` seconds.'),
      ]
    : []

interface FeatureCodes {
  readonly codes: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly handledBy: Readonly<Record<string, string>>
}

/** What the rules of a feature refuse with, collected from the server's sources by `npm run api-docs`. */
const decidedBy = (feature: string, name: string): FailureCode[] => {
  const { codes, handledBy }: FeatureCodes = featureCodes
  const known = codes[feature === 'admin' ? `admin/${handledBy[name] ?? ''}` : feature] ?? {}
  return Object.entries(known).flatMap(([code, kinds]) =>
    // The collection names the kinds of `refuse`, some codes with two.
    kinds.split(' ').map((kind) => at(kind as keyof typeof status, code)),
  )
}
