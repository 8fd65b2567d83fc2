import { COST_MS } from '@runnel/contract/constants'
import type { Route } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { checkKeyScope, findKeyCaller, isApiKey } from '#kernel/key/api-key.ts'
import { refuse, Refusal } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import type { IncomingRequestWithLog, Services } from '#kernel/services.ts'
import { type Caller, findCaller, isStale, type Visitor } from '#kernel/session.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { refuseMaintained } from './maintenance.ts'

/** Who a request comes from, known before its body is read. */
export interface AdmittedRequest {
  readonly visitor: Visitor
  readonly caller: Caller | undefined
  /** Whether the caller is one of the site's people who still has to set up the second step. */
  readonly lacksTwoStep: boolean
}

interface AdmitRequestInput {
  readonly deps: Services
  readonly route: Route
  readonly request: IncomingRequestWithLog
  readonly visitor: Visitor
}

/** Admits a request, or refuses it: allowance → session → access → rate. */
export const admitRequest = async ({ deps, route, request, visitor }: AdmitRequestInput): Promise<AdmittedRequest> => {
  const now = deps.clock()
  const settings = deps.settings.current()
  const arrived = await callerOf({ deps, request, route, now, visitor })
  checkAccess({ route, caller: arrived, settings, now })
  const caller = arrived && inRole(arrived, settings)
  refuseClosedCountry({ route, caller, country: visitor.country, settings })
  await countLimits({ deps, route, caller, visitor })
  return { visitor, caller, lacksTwoStep: arrived !== undefined && lacksTwoStep(arrived, settings) }
}

interface CallerInput {
  readonly deps: Services
  readonly request: IncomingRequestWithLog
  readonly route: Route
  readonly now: Date
  readonly visitor: Visitor
}

/** Processor time of looking a session up, and of saying that there is none. */
const LOOKUP_MS = 2
const REFUSAL_MS = 1

const callerOf = async (input: CallerInput): Promise<Caller | undefined> => {
  const { deps, request, route, now, visitor } = input
  const { cost = COST_MS } = route
  const token = /^Bearer (\S+)$/i.exec(String(request.headers['authorization'] ?? ''))?.[1]
  if (token === undefined) {
    const isOpen = route.access === 'anyone'
    await deps.allowances.spend(
      { kind: route.kind === 'raw' ? 'webhook' : 'guest', who: visitor.net },
      isOpen ? cost : REFUSAL_MS,
    )
    if (!isOpen) refuse('noSession', 'NO_SESSION', say('google.pleaseSign'))
    return undefined
  }
  const caller = await findPaidCaller(input, { token, cost })
  if (caller === undefined) {
    await deps.allowances.spend({ kind: 'guest', who: visitor.net }, route.access === 'anyone' ? cost : 0)
    if (route.access !== 'anyone') refuse('noSession', 'SESSION_ENDED', say('ownData.sessionEndedPleaseSign'))
    return undefined
  }
  // An account's own choice goes before what its browser asks for.
  if (caller.locale !== null) request.locale = caller.locale
  if (isStale(caller, now)) deps.touches.add(caller, now)
  // A program is on no device, and its machine is not where its user is.
  if (caller.apiKey !== undefined) return caller
  deps
    .noteDevice({ caller, visitor, now })
    .catch((error: unknown) => request.log.warn({ err: String(error) }, 'could not store a device'))
  return caller
}

/**
 * Whose session a token opens, after its call is paid for. One that this node knows is paid for by its user before
 * anything is looked up. Others are looked up at the cost of their network, which gets it back where there is such a
 * session: so that wrong tokens end, and many people behind one address come in.
 */
const findPaidCaller = async (
  { deps, now, visitor }: CallerInput,
  { token, cost }: { token: string; cost: number },
): Promise<Caller | undefined> => {
  const { allowances } = deps
  const name = sha256(token).toString('base64')
  const find = isApiKey(token) ? findKeyCaller : findCaller
  const known = allowances.payerOf(name)
  if (known !== undefined) {
    await allowances.spend(known, cost)
    const caller = await find(deps.db, token, now)
    if (caller === undefined) allowances.remove(name)
    return caller
  }
  const network = { kind: 'token', who: visitor.net } as const
  await allowances.spend(network, LOOKUP_MS)
  const caller = await find(deps.db, token, now)
  if (caller === undefined) return undefined
  allowances.refund(network, LOOKUP_MS)
  await allowances.spend(allowances.remember(name, caller), cost)
  return caller
}

interface AccessInput {
  readonly route: Route
  readonly caller: Caller | undefined
  readonly settings: Settings
  readonly now: Date
}

const rank = { user: 0, moderator: 1, admin: 2 } as const

const checkAccess = ({ route, caller, settings, now }: AccessInput): void => {
  if (settings.maintenance && route.whileMaintained !== true && (caller?.role ?? 'user') === 'user') {
    refuseMaintained(settings)
  }
  if (caller === undefined) return
  checkKeyScope(caller.apiKey, route.apiKey)
  if (caller.locked && route.whileLocked !== true && route.access !== 'anyone') {
    const { lockReason: reason } = caller
    refuse('locked', 'ACCOUNT_LOCKED', reason === null ? say('locked') : say('lockedFor', { reason }))
  }
  if (caller.needsInit && route.beforeInit !== true && route.access !== 'anyone') {
    const action = { type: 'redirect', path: '/app/account/init' } as const
    refuse('conflict', 'NEEDS_INIT', say('request.chooseUsernameFirst'), { action })
  }
  if (route.access === 'moderator' || route.access === 'admin') {
    if (rank[caller.role] < rank[route.access]) refuse('forbidden', 'FORBIDDEN', say('task.youDontHavePermission'))
    if (lacksTwoStep(caller, settings)) refuseForTwoStep()
  }
  if (route.stepUp === true) requireFreshProof({ caller, now })
}

const lacksTwoStep = (caller: Caller, settings: Settings): boolean =>
  settings.two_step_staff && caller.role !== 'user' && !caller.hasTwoStep

const refuseForTwoStep = (): never => {
  const action = { type: 'redirect', path: '/app/account' } as const
  return refuse('forbidden', 'TWO_STEP_REQUIRED', say('request.staffMustUseTwo'), {
    action,
  })
}

/** What a rule keeps from users like others may be open to the site's people: then they are told what it takes. */
export const explainForbidden = (error: unknown): never => {
  if (error instanceof Refusal && error.failure.code === 'FORBIDDEN') refuseForTwoStep()
  throw error
}

/** Without the second step that their role asks for, the site's people are users like others in every rule. */
const inRole = (caller: Caller, settings: Settings): Caller =>
  lacksTwoStep(caller, settings) ? { ...caller, role: 'user' } : caller

interface RateInput {
  readonly deps: Services
  readonly route: Route
  readonly caller: Caller | undefined
  readonly visitor: Visitor
}

const countLimits = async ({ deps, route, caller, visitor }: RateInput): Promise<void> => {
  const who = { user: caller?.id, net: visitor.net, device: visitor.deviceId }
  if (caller?.apiKey !== undefined) {
    const { id, perMinute } = caller.apiKey
    // Keys with the same limit are counted beside each other, under one name.
    await deps.limits.take(`api-key ${perMinute}`, { by: 'user', points: perMinute, seconds: 60 }, id)
  }
  for (const limit of route.limits ?? []) {
    const counted = who[limit.by]
    if (counted !== undefined) await deps.limits.take(`${route.method} ${route.path}`, limit, counted)
  }
}

interface ClosedCountryInput {
  readonly route: Pick<Route, 'closedTo'>
  readonly caller: Pick<Caller, 'role'> | undefined
  readonly country: Visitor['country']
  readonly settings: Settings
}

/**
 * Refuses to earn or withdraw from a country that the owner closed for it. What a partner or an approval pays later for
 * work that is done comes by other routes, and is paid wherever its user is.
 *
 * @throws `COUNTRY_CLOSED_EARN`, `COUNTRY_CLOSED_WITHDRAW`
 */
const refuseClosedCountry = ({ route, caller, country, settings }: ClosedCountryInput): void => {
  // An address without a known country must not keep anybody out.
  if (route.closedTo === undefined || country === null || caller?.role === 'admin') return
  if (route.closedTo === 'earn' && settings.closed_countries_earn.includes(country)) {
    refuse('forbidden', 'COUNTRY_CLOSED_EARN', say('request.countryClosedEarn'))
  }
  if (route.closedTo === 'withdraw' && settings.closed_countries_withdraw.includes(country)) {
    refuse('forbidden', 'COUNTRY_CLOSED_WITHDRAW', say('request.countryClosedWithdraw'))
  }
}
