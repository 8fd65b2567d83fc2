import type { ApiKeyScope } from '#contract/account/api-key.ts'
import type { Route, RouteTable } from '#contract/route.ts'

type Scopes = readonly ApiKeyScope[]

const read: Scopes = ['read']
const advertise: Scopes = ['advertise']
const both: Scopes = ['read', 'advertise']

/**
 * The calls that an API key may make, by its scopes; every other call refuses keys. Lists of the admin area are
 * `admin-read` without standing here.
 */
const keyScopes: Readonly<Record<string, Readonly<Record<string, Scopes>>>> = {
  user: { me: both, stats: read, statement: read, statementCsv: read, yearStatementCsv: read },
  deposit: { overview: both, one: both },
  withdraw: { history: read },
  referral: { info: read, people: read },
  advertise: {
    list: both,
    report: both,
    views: both,
    check: advertise,
    create: advertise,
    edit: advertise,
    remove: advertise,
    addView: advertise,
  },
  task: {
    ownTasks: both,
    ownTasksCsv: both,
    ownTask: both,
    preview: advertise,
    create: advertise,
    setStatus: advertise,
    addBalance: advertise,
    edit: advertise,
    remove: advertise,
    review: both,
    accept: advertise,
    deny: advertise,
    askRevision: advertise,
    undo: advertise,
  },
}

/** The same routes, each with the scopes of keys that may call it. */
export const openToKeys = <const T extends RouteTable>(table: T): T => {
  const scoped = Object.entries(table).map(([feature, routes]) => [
    feature,
    Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [name, withScopes(route, scopesOf(feature, name, route))]),
    ),
  ])
  // The names and their routes stay the same ones.
  return Object.fromEntries(scoped) as T
}

const withScopes = (route: Route, apiKey: Scopes): Route => (apiKey.length > 0 ? { ...route, apiKey } : route)

const scopesOf = (feature: string, name: string, route: Route): Scopes => {
  const isRead = route.method === 'GET' && ['json', 'csv'].includes(route.kind ?? 'json') && route.stepUp !== true
  if (isRead && (route.access === 'admin' || route.access === 'moderator')) return ['admin-read']
  return keyScopes[feature]?.[name] ?? []
}
