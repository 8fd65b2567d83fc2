import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canTransitionCampaign } from '#features/advertise/status.ts'
import { balancesOf } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'
import { fund, returnView, watch, wish } from '#test/features/advertising.ts'
import { type Person, Refused, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false, settings: { ptc_min_views: 1 } })

const CAMPAIGNS = 3
const START = 40_000

type Step =
  | { readonly do: 'create' | 'add'; readonly of: number; readonly views: number }
  | { readonly do: 'view' | 'return' | 'pause' | 'resume' | 'edit' | 'delete'; readonly of: number }
  | { readonly do: 'approve' | 'hold' | 'reject' | 'drop'; readonly of: number }

const of = fc.nat({ max: CAMPAIGNS - 1 })
const plain = (name: Exclude<Step['do'], 'create' | 'add'>, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), of }),
})
const buying = (name: 'create' | 'add', weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), of, views: fc.integer({ min: 1, max: 300 }) }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  buying('create', 4),
  buying('add', 2),
  plain('approve', 5),
  plain('view', 8),
  plain('return', 3),
  plain('pause', 1),
  plain('resume', 1),
  plain('edit', 1),
  plain('hold', 1),
  plain('reject', 1),
  plain('delete', 1),
  plain('drop', 1),
)

/** A campaign as a child would keep it. */
interface Kept {
  readonly id: string
  status: 'pending' | 'active' | 'paused' | 'rejected' | 'completed' | 'deleted'
  left: number
  held: boolean
  readonly sold: string[]
}

const PRICE = 50

/** A naive ledger: the real one must agree with it after every history. */
class Model {
  deposit = START
  readonly kept = new Map<number, Kept>()
  readonly all: Kept[] = []
}

const titles = { next: 0 }
let viewers = 0

/** One step; returns whether the site let it happen, which has to be what the model says. */
const play = async (model: Model, { person, owner }: { person: Person; owner: Person }, one: Step): Promise<void> => {
  const allowed = async (expected: boolean, call: () => Promise<unknown>) => {
    const done = await call().then(
      () => true,
      (error: unknown) => (error instanceof Refused && error.status < 500 ? false : Promise.reject(error)),
    )
    expect(done, `${JSON.stringify(one)} on ${JSON.stringify(model.kept.get(one.of))}`).toBe(expected)
    return done
  }
  if (one.do === 'create') {
    if (model.kept.has(one.of) && model.kept.get(one.of)?.status !== 'deleted') return
    let id = ''
    const fits = model.deposit >= one.views * PRICE
    await allowed(fits, async () => {
      id = (await person.advertise.create({ body: wish({ views: one.views }) })).campaign._id
    })
    if (!fits) return
    const made: Kept = { id, status: 'pending', left: one.views, held: false, sold: [] }
    model.deposit -= one.views * PRICE
    model.kept.set(one.of, made)
    model.all.push(made)
    return
  }
  const kept = model.kept.get(one.of)
  if (kept === undefined) return
  const params = { id: kept.id }
  const ends = (status: 'rejected' | 'deleted') => {
    if (['pending', 'active', 'paused'].includes(kept.status)) model.deposit += kept.left * PRICE
    kept.status = status
  }
  if (one.do === 'add') {
    const fits = model.deposit >= one.views * PRICE && !['rejected', 'deleted'].includes(kept.status)
    await allowed(fits, () => person.advertise.addView({ params, body: { views: one.views } }))
    if (!fits) return
    model.deposit -= one.views * PRICE
    kept.left += one.views
    if (kept.status === 'completed') kept.status = 'active'
  } else if (one.do === 'view') {
    viewers += 1
    const { outcome, ticket } = await watch(world, kept.id, await world.user(`viewer${viewers}`))
    expect(outcome === 'paid').toBe(kept.status === 'active')
    if (outcome !== 'paid') return
    kept.left -= 1
    kept.sold.push(ticket)
    if (kept.left === 0) kept.status = 'completed'
  } else if (one.do === 'return') {
    const ticket = kept.sold.pop()
    if (ticket === undefined) return
    await returnView(world, ticket)
    kept.left += 1
    if (kept.status === 'completed') kept.status = 'active'
    if (kept.status === 'rejected' || kept.status === 'deleted') model.deposit += PRICE
  } else if (one.do === 'pause' || one.do === 'resume') {
    const to = one.do === 'pause' ? 'paused' : 'active'
    const same = kept.status === to
    const stopped = to === 'active' && kept.status === 'paused' && kept.held
    const fits =
      kept.status !== 'deleted' &&
      (same || (canTransitionCampaign(kept.status, to, 'owner') && kept.status !== 'completed' && !stopped))
    if (kept.status === 'completed') return
    await allowed(fits, () => person.advertise.edit({ params, body: { status: to } }))
    if (fits) kept.status = to
  } else if (one.do === 'edit') {
    titles.next += 1
    const fits = ['pending', 'active', 'paused'].includes(kept.status)
    await allowed(fits, () => person.advertise.edit({ params, body: { title: `Title ${titles.next}` } }))
    if (fits) kept.status = 'pending'
  } else if (one.do === 'approve' || one.do === 'hold') {
    const to = one.do === 'approve' ? 'active' : 'paused'
    const fits = canTransitionCampaign(kept.status, to, 'staff')
    await allowed(fits, () => owner.admin.editPtc({ params, body: { status: to } }))
    if (!fits) return
    kept.status = to
    kept.held = to === 'paused'
  } else if (one.do === 'reject') {
    const fits = canTransitionCampaign(kept.status, 'rejected', 'staff')
    await allowed(fits, () => owner.admin.editPtc({ params, body: { status: 'rejected', reason: 'Not here.' } }))
    if (fits) ends('rejected')
  } else {
    const fits = kept.status !== 'deleted'
    await allowed(fits, () =>
      one.do === 'drop' ? owner.admin.deletePtc({ params }) : person.advertise.remove({ params }),
    )
    if (fits) ends('deleted')
  }
}

let people = 0

test('random histories of campaigns agree with books kept by hand, and always balance', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? 20_261_120)
  console.info(`campaign histories from LEDGER_SEED=${seed}`)
  const owner = await world.owner()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      people += 1
      const person = await world.user(`advertiser${people}`)
      await fund(world, person, START)
      const model = new Model()
      for (const one of steps) await play(model, { person, owner }, one)
      expect((await balancesOf(world.db.read, person.id)).deposit).toBe(model.deposit)
      for (const kept of model.all) {
        const { campaign } = await person.advertise.report({ params: { id: kept.id } })
        expect(campaign).toMatchObject({ status: kept.status, remaining: kept.status === 'deleted' ? 0 : kept.left })
      }
      expect((await auditBooks(world.db.read)).mismatches).toEqual([])
    }),
    { seed, numRuns: 20 },
  )
})
