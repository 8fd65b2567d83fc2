import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld()

/** As PostgreSQL raises it. */
const raise = (code: string) =>
  world.db.write((tx) =>
    sql`DO ${sql.lit(`BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END`)}`.execute(tx),
  )

test.each(['57P01', '57P03', '25006', '08006'])(
  'a database that goes away (%s) is a 503 with a time to wait',
  async (code) => {
    await expect(raise(code)).rejects.toMatchObject({ status: 503, failure: { code: 'DATABASE_AWAY', retryAfter: 10 } })
    expect((await world.app.inject('/readyz')).statusCode).toBe(200)
  },
)

test('what is wrong with a statement stays an error of ours', async () => {
  await expect(raise('22012')).rejects.not.toHaveProperty('status')
})

test.each(['53100', '58030'])('a full disk (%s) turns the node away from load balancers', async (code) => {
  await expect(raise(code)).rejects.toMatchObject({ status: 503, failure: { code: 'DATABASE_AWAY' } })
  expect((await world.app.inject('/readyz')).statusCode).toBe(503)
  expect((await world.app.inject('/healthz')).statusCode).toBe(200)
})
