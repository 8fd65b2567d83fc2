import { contract } from '@runnel/contract'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const files: [string, Route][] = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, route]: [string, Route]) => route.kind === 'csv')
    .map(([endpoint, route]): [string, Route] => [`${feature}.${endpoint}`, route]),
)

const linesOf = async (person: Person, path: string, language = 'en'): Promise<string[]> => {
  const { status, body } = await person.raw({ method: 'GET', path, headers: { 'accept-language': language } })
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['text']).trim().split('\r\n')
}

const makeCoupons = async (owner: Person, count: number): Promise<string> => {
  const body = {
    name: '=1+1',
    reward: 100,
    usesMax: 5,
    from: null,
    until: null,
    minLevel: 1,
    verifiedOnly: false,
    enabled: true,
    count,
    prefix: 'FILE',
  }
  return (await owner.admin.addCoupons({ body })).batchId ?? ''
}

describe('lists as files', () => {
  test.each(files.filter(([, { params, access }]) => params === undefined && access !== 'user'))(
    '%s is there for who may see the list, and for nobody else',
    async (_name, route) => {
      const { access } = route
      const [head, ...rows] = await linesOf(await world.owner(), route.path)
      expect(head).toMatch(/^[\p{Lu}\d][^,_]*(,[\p{Lu}\d][^,_]*)*$/u)
      const [spanish] = await linesOf(await world.owner(), route.path, 'es')
      expect(spanish?.split(',')).toHaveLength(head?.split(',').length ?? 0)
      expect(spanish).not.toBe(head)
      for (const row of rows) expect(row).not.toBe('')
      const moderator = await world.moderator()
      const { status } = await moderator.raw({ method: 'GET', path: route.path })
      expect(status).toBe(access === 'admin' ? 403 : 200)
      const alice = await world.user('alice')
      expect((await alice.raw({ method: 'GET', path: route.path })).status).toBe(403)
    },
  )

  test('everybody has their own tasks as a file, and only people of the site those of all', async () => {
    const path = contract.task.ownTasksCsv.path
    const alice = await world.user('alice')
    expect(await linesOf(alice, path)).toHaveLength(1)
    expect((await alice.raw({ method: 'GET', path: `${path}?isByAdmin=true` })).status).toBe(403)
    expect(await linesOf(await world.moderator(), `${path}?isByAdmin=true`)).toHaveLength(1)
  })

  test('a long list is whole, in its order, and runs nothing in a spreadsheet', async () => {
    const owner = await world.owner()
    const batchId = await makeCoupons(owner, 1_234)
    const [, ...rows] = await linesOf(owner, `/api/admin/coupon.csv?batchId=${batchId}`)
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(1_234)
    for (const row of rows) expect(row.split(',')[1]).toBe("'=1+1")
    const { items } = await owner.admin.coupons({ query: { batchId, limit: '3' } })
    expect(rows.slice(0, 3).map((row) => row.split(',')[0])).toEqual(items.map(({ code }) => code))
  })

  test('of what does not exist there is no file, but an answer that says so', async () => {
    const path = fillPath(contract.admin.couponUsesCsv.path, { id: newId() })
    const answer = await (await world.owner()).raw({ method: 'GET', path })
    expect(answer).toMatchObject({ status: 404, body: { code: 'COUPON_UNKNOWN' } })
  })
})

describe('pages of a list', () => {
  test('end at a hundred thousand rows, with a sentence', async () => {
    const owner = await world.owner()
    expect((await owner.admin.coupons({ query: { page: '1000', limit: '100' } })).items).toEqual([])
    expect(await refusal(owner.admin.coupons({ query: { page: '1001', limit: '100' } }))).toMatchObject({
      status: 422,
      failure: { code: 'PAGE_TOO_FAR' },
    })
  })
})
