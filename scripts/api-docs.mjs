// Writes docs/api.md and the table of settings in docs/operations.md from the contract, and the codes of the OpenAPI
// document from the server's sources, or with --check says whether one is stale. Start it with `npm run api-docs`,
// which takes the Node of the packages: the contract is TypeScript, which an older Node does not read.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@runnel/contract'
import { BODY_BYTES, BODY_DEPTH, BODY_VALUES } from '@runnel/contract/constants'
import { shape } from '@runnel/contract/openapi/shape'
import { settingGuards } from '@runnel/contract/settings/guards'
import { toJSONSchema } from 'zod/v4/core'
import { featureCodes } from './feature-codes.mjs'
import { root } from './root.mjs'

const document = () => {
  const features = Object.entries(contract)
  return [
    '# The API',
    '',
    '_Made from `packages/contract` by `scripts/api-docs.mjs`; change the contract, not this page._',
    '',
    'Every refusal is `{ code, values?, msg, errors?, reload?, retryAfter?, requestId, … }` with a status of 4xx or',
    '503. `msg` is in the reader’s language; `values` contains its values, for programs with their own text for each',
    '`code`: texts, numbers, `{ units, currency }`, `{ coins, currency }`, `{ wait }` in seconds, `{ at }`, `{ day }`,',
    '`{ list }`.',
    `A body has at most ${BODY_BYTES / 1_024} KB unless the endpoint states another limit, ${BODY_VALUES} values, and`,
    `${BODY_DEPTH} levels of nesting.`,
    'Amounts are whole units; 100,000 units are one currency unit. `name?` is optional.',
    '',
    ...features.map(([name, routes]) => `- [${name}](#${name}) (${Object.keys(routes).length})`),
    ...features.flatMap(([name, routes]) => ['', `## ${name}`, ...Object.entries(routes).flatMap(section(name))]),
    '',
  ].join('\n')
}

const section =
  (feature) =>
  ([name, route]) => [
    '',
    `### \`${route.method} ${route.path}\``,
    '',
    `${route.summary} (\`${feature}.${name}\`)`,
    '',
    ...facts(route).map((fact) => `- ${fact}`),
    ...['params', 'query', 'headers', 'body'].flatMap((part) => block(part, route[part], 'input')),
    ...block('answer', route.answer, 'output'),
  ]

const facts = (route) => [
  `for ${route.access}; transaction: ${route.transaction}`,
  ...(route.kind === 'upload' ? ['takes one file in a multipart form, as its field `image`'] : []),
  ...(route.kind && route.kind !== 'json' && route.kind !== 'upload' ? [`answers as ${route.kind}`] : []),
  ...(route.checks ? [`checks: ${route.checks.join(', ')}`] : []),
  ...(route.limits ?? []).map((limit) => `at most ${limit.points} per ${limit.by} in ${limit.seconds} s`),
  ...(route.bodyLimit ? [`a body of at most ${route.bodyLimit / 1_024} KB`] : []),
  ...(route.cost ? [`costs at most ${route.cost} ms of processor time`] : []),
  ...(route.apiKey ? [`API keys: ${route.apiKey.join(', ')}`] : []),
  ...(route.idempotent ? ['accepts `Idempotency-Key`'] : []),
  ...(route.whileLocked ? ['also for a locked account'] : []),
  ...(route.whileMaintained ? ['also during maintenance'] : []),
]

const block = (part, schema, io) => {
  if (!schema) return []
  const json = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return ['', `${part}:`, '```ts', shape(json), '```']
}

const guardMeanings = {
  free: 'nothing',
  proof: 'the password, always',
  loosens: 'the password, always; a less strict value needs the second admin’s approval',
  bounded: 'the password above the bound; a large increase needs the second admin’s approval',
  priced: 'the password above the bound; more than doubling or halving in a day needs the second admin’s approval',
}

/** The handbook with its table of every setting by its guard. */
const handbook = (before) => {
  const rows = Object.entries(guardMeanings).map(([kind, meaning]) => {
    const names = Object.entries(settingGuards).flatMap(([name, guard]) => (guard.kind === kind ? [`\`${name}\``] : []))
    return `| ${meaning} | ${names.join(', ')} |\n`
  })
  const table = /(?<=\| a change requires \| settings \|\n\|---\|---\|\n)(\|.*\n)+/
  if (!table.test(before)) throw new Error('docs/operations.md has no table of settings by guard.')
  return before.replace(table, () => rows.join(''))
}

const documents = {
  'docs/api.md': document,
  'docs/operations.md': handbook,
  'packages/contract/src/openapi/feature-codes.json': featureCodes,
}

const readText = (target) => {
  try {
    return readFileSync(target, 'utf8')
  } catch {
    return ''
  }
}

for (const [name, write] of Object.entries(documents)) {
  const target = join(root, name)
  const before = readText(target)
  const text = write(before)
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
  } else if (before !== text) {
    console.error(`${name} does not say what the sources say: run "npm run api-docs".`)
    process.exitCode = 1
  }
}
