import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { PAGE_LIMIT } from '#contract/values.ts'
import { openApiDocument } from './document.ts'
import { operationIdOf } from './operation.ts'

const document = await openApiDocument({ title: 'Runnel', origin: 'https://site.example' })
const routes = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries<Route>(calls).map(([name, route]) => ({ id: operationIdOf({ feature, name }), route })),
)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const refusalOf = (id: string, status: string): string => {
  const answer = operationOf(id)?.responses[status]
  const name = answer !== undefined && '$ref' in answer ? (answer.$ref.split('/').at(-1) ?? '') : ''
  return document.components.responses[name]?.description ?? ''
}
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id)

test('has every call of the route table once', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
})

test('every example is one that the contract takes', () => {
  const wrong = routes.flatMap(({ id, route }) => {
    const operation = operationOf(id)
    const body = operation?.requestBody?.content['application/json']
    const done = operation?.responses['200']
    const answer = done !== undefined && 'content' in done ? done.content?.['application/json'] : undefined
    return [
      ...(body && route.body ? [{ at: `${id} body`, schema: route.body, example: body.example }] : []),
      ...(answer && (route.kind ?? 'json') === 'json'
        ? [{ at: `${id} answer`, schema: route.answer, example: answer.example }]
        : []),
    ].flatMap(({ at, schema, example }) => {
      const parsed = z.safeParse(schema, example)
      return parsed.success
        ? []
        : [{ at, example, issues: parsed.error.issues.map((i) => [i.path.join('.'), i.message]) }]
    })
  })
  expect(wrong).toEqual([])
})

test('names what a call refuses: its access, its input and the rules of its feature', () => {
  const answers = operationOf('faucetClaim')?.responses ?? {}
  expect(Object.keys(answers)).toEqual(['200', '400', '401', '403', '409', '413', '418', '422', '429', '503'])
  expect(refusalOf('faucetClaim', '409')).toContain('`FAUCET_WAIT`')
  expect(refusalOf('adminApproveWithdrawals', '403')).toContain('`STEP_UP_REQUIRED`')
  expect(refusalOf('adminApproveWithdrawals', '409')).toContain('`WITHDRAWAL_STATE`')
  expect(operationOf('homeSite')?.security).toEqual([{}, { session: [] }])
})

test('whole numbers of a query are numbers, with their bounds', () => {
  const parameters = operationOf('withdrawHistory')?.parameters ?? []
  const limit = parameters.find(({ name }) => name === 'limit')?.schema
  expect(limit).toEqual({ type: 'integer', minimum: 1, maximum: PAGE_LIMIT })
})

test('names a malformed query, and a source that is stopped where it is asked first', () => {
  for (const { id, route } of routes.filter((each) => each.route.kind !== 'raw')) {
    expect(Object.keys(operationOf(id)?.responses ?? {}), `${route.method} ${route.path}`).toContain('400')
  }
  expect(refusalOf('captchaChallenge', '409')).toContain('`PAUSED_FOR_CHECK`')
})

test('stays small enough to be read by every client', () => {
  expect(JSON.stringify(document).length).toBeLessThan(800_000)
})
