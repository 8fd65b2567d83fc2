import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPrices } from '#adapters/rates/rates.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { type Provider, startProvider } from '#test/fakes/provider.ts'
import { addMethod, openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { poison } from '#test/poison.ts'
import { useWorld } from '#test/world.ts'
import { refreshRates } from './rates.ts'

const world = useWorld({ settings: openHanded })

/** What the sources say that a coin costs; null: nothing that makes sense. */
const said: { coingecko: number | null; coinbase: string | null; kraken: string | null; json: number | null } = {
  coingecko: 0.1,
  coinbase: '0.11',
  kraken: '0.12',
  json: null,
}
let sources: Provider
beforeAll(async () => {
  sources = await startProvider(({ path, query }) => {
    const body = {
      '/coingecko': { dogecoin: { usd: said.coingecko } },
      '/coinbase/DOGE-USD': { data: { amount: said.coinbase, base: 'DOGE', currency: 'USD' } },
      '/kraken': { error: [], result: { XXDGZUSD: { c: [said.kraken, '1.5'] } } },
      '/json/DOGE': { market: [{ USD: said.json }] },
    }[path]
    return body === undefined || query.get('pair') === 'XXX' ? { status: 404, body: 'no' } : { status: 200, body }
  })
  const source = { enabled: true, path: '' }
  await world.settings({
    rate_sources: [
      { ...source, kind: 'coingecko', url: `${sources.url}/coingecko?ids={ids}&vs_currencies={currency}` },
      { ...source, kind: 'coinbase', url: `${sources.url}/coinbase/{coin}-{currency}` },
      { ...source, kind: 'kraken', url: `${sources.url}/kraken?pair={coin}{currency}` },
      { ...source, kind: 'json', url: `${sources.url}/json/{coin}`, path: 'market.0.{currency}' },
    ],
  })
})
afterAll(() => sources.close())

const deps = () => ({
  db: world.db,
  clock: world.clock.now,
  settings: world.deps.settings,
  prices: createPrices(localHttp()),
})
const followed = async () => {
  const method = await addMethod(await world.owner(), { rate: '11000', rateSource: 'feed' })
  const read = async () => {
    const { methods } = await (await world.owner()).admin.methods()
    return methods.find(({ _id }) => _id === method._id)
  }
  return { method, read }
}

describe('a rate that follows the price sources', () => {
  test('is the middle of what those say that answer', async () => {
    const { read } = await followed()
    world.clock.turn(60)
    expect(inEnglish(await refreshRates(deps()))).toContain('Rates updated: 1,')
    expect(await read()).toMatchObject({ rate: '11000', rateAt: world.clock.now().toISOString(), closed: null })
    Object.assign(said, { coinbase: null })
    await refreshRates(deps())
    expect((await read())?.rate).toBe('11000')
    Object.assign(said, { coinbase: '0.1', json: 0.105, kraken: '1e-1' })
    await refreshRates(deps())
    expect((await read())?.rate).toBe('10000')
    expect(sources.got.map(({ path, query }) => path + query)).toContain('/coingeckoids=dogecoin&vs_currencies=usd')
    expect(sources.got.some(({ query }) => query.get('pair') === 'XDGUSD')).toBe(true)
  })

  test('is not believed to jump until it was seen twice more', async () => {
    const { read } = await followed()
    Object.assign(said, { coingecko: 0.2, coinbase: '0.2', kraken: '0.2', json: 0.2 })
    for (let time = 0; time < 2; time++) {
      expect(inEnglish(await refreshRates(deps()))).toContain('changed too much: 2,')
      expect(await read()).toMatchObject({ rate: '11000', closed: expect.stringContaining('changing quickly') })
    }
    // Another jump in between begins again.
    Object.assign(said, { coingecko: 0.5, coinbase: '0.5', kraken: '0.5', json: 0.5 })
    await refreshRates(deps())
    Object.assign(said, { coingecko: 0.2, coinbase: '0.2', kraken: '0.2', json: 0.2 })
    await refreshRates(deps())
    await refreshRates(deps())
    expect((await read())?.rate).toBe('11000')
    world.clock.turn(60)
    await refreshRates(deps())
    expect(await read()).toMatchObject({ rate: '20000', rateAt: world.clock.now().toISOString(), closed: null })
  })

  test('grows old while nobody answers, closes its method, and is told to the owner', async () => {
    const { method, read } = await followed()
    Object.assign(said, { coingecko: null, coinbase: null, kraken: 'much', json: -1 })
    world.clock.turn(16 * 60)
    expect(inEnglish(await refreshRates(deps()))).toContain('coinbase: no price for DOGE.')
    expect((await read())?.closed).toContain('outdated')
    const { warnings } = await (await world.owner()).admin.stats()
    expect(warnings.map(({ code }) => code)).toContain('RATE_OLD')
    // A form that was open meanwhile does not pass its old rate off as a new one.
    const owner = await world.owner()
    const params = { id: method._id }
    await owner.admin.editMethod({ params, body: { rate: '777', name: 'Other' } })
    expect(await read()).toMatchObject({ rate: '11000', name: 'Other', closed: expect.stringContaining('outdated') })
    await owner.admin.editMethod({ params, body: { rateSource: 'fixed', rate: '777' } })
    expect(await read()).toMatchObject({ rate: '777', closed: null })
  })

  test('that cannot be kept leaves those of the others fresh', async () => {
    const [bad, good] = [await followed(), await followed()]
    const fine = 0.11
    Object.assign(said, { coingecko: fine, coinbase: String(fine), kraken: String(fine), json: fine })
    const mend = await poison(world, { table: 'withdraw_methods', rows: `NEW.id = '${bad.method._id}'` })
    world.clock.turn(60)
    expect(inEnglish(await refreshRates(deps()))).toContain('DOGE: error: this row is poisoned')
    expect((await good.read())?.rateAt).toBe(world.clock.now().toISOString())
    await mend()
  })

  test('of one coin is never that of another: the method stays closed until the sources told it', async () => {
    const { method, read } = await followed()
    const owner = await world.owner()
    const params = { id: method._id }
    expect((await read())?.closed).toBeNull()
    await owner.admin.editMethod({ params, body: { currency: 'LTC' } })
    expect(await read()).toMatchObject({ currency: 'LTC', closed: expect.stringContaining('outdated') })
    // And sources that were asked before the change tell of the coin that it was.
    const prices = async () => {
      await owner.admin.editMethod({ params, body: { currency: 'DASH' } })
      return [{ name: 'slow', answers: new Map([['LTC', '0.11']]), missing: null }]
    }
    await refreshRates({ ...deps(), prices })
    expect(await read()).toMatchObject({ currency: 'DASH', closed: expect.stringContaining('outdated') })
  })
  test('is not the mean of two that disagree, however often they say it', async () => {
    const { read } = await followed()
    Object.assign(said, { coingecko: 0.11, coinbase: null, kraken: null, json: 0.3 })
    for (let time = 0; time < 4; time++) {
      expect(inEnglish(await refreshRates(deps()))).toContain('The price sources disagree about DOGE.')
      expect((await read())?.rate).toBe('11000')
    }
    Object.assign(said, { kraken: '0.12' })
    await refreshRates(deps())
    expect((await read())?.rate).toBe('12000')
  })
})
