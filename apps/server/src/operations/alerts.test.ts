import { readFileSync } from 'node:fs'
import { JobName } from '@runnel/contract/admin/job-name'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { earn } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const read = (path: string): string => readFileSync(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8')

const Rule = z.strictObject({
  alert: z.string().regex(/^Runnel[A-Z]\w+$/),
  expr: z.string(),
  for: z.optional(z.string().regex(/^\d+[mh]$/)),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string() }),
})
const { groups } = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(Rule) })) })
  .parse(parse(read('prometheus/alerts.yml')))
const rules = groups.flatMap((group) => group.rules)

const Panel = z.object({ id: z.int(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) })
const { panels } = z.object({ panels: z.array(Panel) }).parse(JSON.parse(read('grafana/runnel.json')))

const asked = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** The metrics of an expression, `name{label="value"}`, by the prefixes that this site's have. */
const numbersIn = (expr: string) =>
  [...expr.matchAll(/\b((?:runnel|nodejs|process)_\w+)(?:[{]([^}]*)[}])?/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label = '', value = '']) => ({
      // As Prometheus renames it, see the head of the rules.
      label: label === 'exported_job' ? 'job' : label,
      value,
    })),
  }))

const printed = async (): Promise<string> => {
  await earn(world, await world.user('watched'), 750)
  await world.guest().home.site({})
  await world.runJob('payout.run')
  await world.db.raw(`INSERT INTO job_runs (name, last_run_at, ok, note) VALUES ('site.back-up', now(), true, '')
    ON CONFLICT (name) DO NOTHING`)
  await world.db.raw(`INSERT INTO payout_wallets (processor, currency, asked_at) VALUES ('faucetpay', 'LTC', now())
    ON CONFLICT DO NOTHING`)
  return (await world.app.inject({ url: '/metrics' })).body
}

test('alerts and the dashboard ask for numbers that the site tells, by labels that these have', async () => {
  const lines = (await printed()).split('\n')
  for (const [where, expr] of asked) {
    const numbers = numbersIn(expr)
    if (!expr.startsWith('up{')) expect(numbers, where).not.toEqual([])
    for (const { name, labels } of numbers) {
      const own = lines.filter((line) => new RegExp(`^${name}(?:[{ ]|$)`).test(line))
      // A number about nothing yet, such as books that nobody has proved, is named all the same.
      const isKnown = own.length > 0 || lines.some((line) => line.startsWith(`# TYPE ${name} `))
      expect(isKnown, `${where}: ${name}`).toBe(true)
      for (const { label } of labels)
        expect(
          own.some((line) => line.includes(`${label}="`)),
          `${where}: ${name}{${label}}`,
        ).toBe(true)
    }
  }
})

test('alerts and the dashboard name statuses, jobs, accounts and routes that there are', async () => {
  const text = await printed()
  const named = asked.flatMap(([, expr]) => numbersIn(expr).flatMap(({ labels }) => labels))
  const valuesOf = (wanted: string) =>
    named.filter(({ label, value }) => label === wanted && /^[\w:.-]+$/.test(value)).map(({ value }) => value)
  for (const job of valuesOf('job')) expect(JobName.options).toContain(job)
  for (const state of [...valuesOf('state'), 'max']) expect(text).toContain(`runnel_db_connections{state="${state}"}`)
  for (const account of valuesOf('account')) expect(text).toContain(`{account="${account}",direction="out"}`)
  const statuses = valuesOf('status').filter((value) => !/\d/.test(value))
  for (const status of statuses) expect(text).toContain(`runnel_withdrawals_open{status="${status}"}`)
  for (const route of named.filter(({ label }) => label === 'route'))
    expect(world.app.hasRoute({ method: 'POST', url: route.value }), route.value).toBe(true)
})

test('each alert and each panel has a name of its own', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(rules.length).toBeGreaterThan(10)
})
