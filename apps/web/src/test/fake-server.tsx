import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { contract, type Contract } from '@runnel/contract'
import type { Request } from '@runnel/contract/client'
import { Failure } from '@runnel/contract/failure'
import type { Route } from '@runnel/contract/route'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '#api/cache.ts'
import { setTransport } from '#api/query.ts'
import { CallError } from '#api/send.ts'
import { faults } from './faults.ts'

type NamesIn<F> = { [E in keyof F]: F[E] extends Route ? `${F[E]['method']} ${F[E]['path']}` : never }[keyof F]

/** 'METHOD /path' of a route of the contract. */
export type CallName = { [F in keyof Contract]: NamesIn<Contract[F]> }[keyof Contract]

/** Gives what is answered, or gives or throws an error. */
type Answer = (request: Request) => unknown
export type Answers = { [Name in CallName]?: Answer | undefined }

export interface FakeServer {
  /** A test may put its own in their place. */
  answers: Answers
  /** All that was sent, the oldest first. */
  requests: readonly Request[]
  /** What was sent to one route, the oldest first. */
  sentTo: (name: CallName) => Request[]
}

const nameOf = ({ method, path }: Route): CallName => {
  // The names of the type are made of the same two.
  return `${method} ${path}` as CallName
}

const names = Object.values(contract).flatMap((feature) => Object.values(feature as Record<string, Route>).map(nameOf))

/**
 * Answers the calls of the pages under test instead of a server, and starts with an empty cache. It knows the routes of
 * the contract only, and checks each answer by its route as the server does before it answers.
 */
export const fakeServer = (answers: Answers, unanswered: Answer = refuseUnanswered): FakeServer => {
  const requests: Request[] = []
  const none: Answers = Object.seal(Object.fromEntries(names.map((name) => [name, undefined])))
  const server: FakeServer = {
    // It is sealed: a name that the contract has not cannot be added.
    answers: Object.assign(none, usual, answers),
    requests,
    sentTo: (name) => requests.filter(({ route }) => nameOf(route) === name),
  }
  queryClient.clear()
  setTransport(async (request) => {
    requests.push(request)
    const { route } = request
    const given = await outcomeOf(server.answers[nameOf(route)] ?? unanswered, request)
    try {
      return checked(route, given)
    } catch (fault) {
      // An error that was given is no fault; one of the check is.
      if (fault !== given) faults.push(fault)
      throw fault
    }
  })
  return server
}

/** What stands beside every list of the staff, and what no test of a page is about. */
const usual: Answers = { 'GET /api/admin/saved-view': () => ({ views: [] }) }

const outcomeOf = async (answer: Answer, request: Request): Promise<unknown> => {
  try {
    return await answer(request)
  } catch (error) {
    return error
  }
}

/** The answer as the server sends it; a refusal is thrown. */
const checked = (route: Route, given: unknown): unknown => {
  const name = nameOf(route)
  if (given instanceof CallError) parsed({ name, shape: z.nullable(Failure), given: given.failure })
  if (given instanceof Error) throw given
  return route.kind === 'events' ? given : parsed({ name, shape: route.answer, given })
}

/** What does not fit is refused, as by the server; so are the unknown fields that the server would cut off. */
const parsed = ({ name, shape, given }: { name: CallName; shape: z.core.$ZodType; given: unknown }): unknown => {
  const { data, error } = z.safeParse(shape, given)
  if (error) throw new Error(`${name} cannot answer this:\n${z.prettifyError(error)}`)
  expect(data, name).toEqual(given)
  return data
}

const refuseUnanswered = ({ route }: Request): never => {
  throw new Error(`nobody answers ${nameOf(route)}`)
}

/** Refuses as the server does. */
export const refuse = (status: number, failure: Failure): never => {
  throw new CallError(status, failure)
}

export const show = (page: ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </I18nProvider>,
  )
