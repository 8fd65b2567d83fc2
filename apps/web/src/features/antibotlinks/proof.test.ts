import { conductSigns, durationText, probeSigns } from '@runnel/contract/check/proof'
import vectors from '@runnel/contract/check/proof-vectors.json' with { type: 'json' }
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runInstrument } from './browser-challenge.ts'
import { followClicks, type ClickLike } from './clicks.ts'
import { probe } from './probe.ts'
import { proveClaim, signProof } from './proof.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The test's page has no layout; this gives it the one rule that the instrument measures. */
const layOut = (): void => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Number.parseInt(this.style.width, 10) + 2 * Number.parseInt(this.style.paddingLeft, 10)
  })
}

const known = <T extends string>(all: readonly T[], names: readonly string[]): Set<T> =>
  new Set(all.filter((name) => names.includes(name)))

describe('the proof headers', () => {
  it('are, byte for byte, what the server checks', async () => {
    for (const vector of vectors.claims) {
      const headers = await signProof({
        id: vector.id,
        k: vector.k,
        order: vector.order,
        duration: durationText(vector.clicks),
        browser: {
          signs: known(probeSigns, vector.signs),
          components: vector.components,
          instrument: vector.instrument.value,
        },
        conduct: known(conductSigns, vector.conduct),
      })
      expect(headers, vector.name).toEqual(vector.headers)
    }
  })

  it('are made from a page, a challenge and clicks, and left out where they cannot be', async () => {
    const [vector] = vectors.claims
    const { id, k } = vector!
    const clicks = followClicks({ clock: () => 1_000 })
    const headers = await proveClaim({ challenge: { id, k, instrument: 's7;n5' }, order: ['a'], clicks })
    expect(Object.keys(headers)).toEqual(['x-key', 'x-duration', 'x-bd', 'x-bd2'])
    expect(JSON.parse(atob(headers['x-bd'] ?? ''))).toMatchObject({ v: 1, i: 7 * 31 + 5 })
    expect(await proveClaim({ challenge: { id, k: '', instrument: '' }, order: [], clicks })).toEqual({})
  })
})

describe('the instrument', () => {
  it('measures what the server expects, and leaves the page as it was', () => {
    layOut()
    const before = document.body.innerHTML
    for (const { program, value } of vectors.instruments) expect(runInstrument(program), program).toBe(value)
    for (const { instrument } of vectors.claims) expect(runInstrument(instrument.program)).toBe(instrument.value)
    expect(document.body.innerHTML).toBe(before)
  })

  it('survives words it does not know', () => {
    expect(runInstrument('')).toBe(0)
    expect(() => runInstrument('s1;zz;n99999;q0;r99;w;;w9.9')).not.toThrow()
  })
})

describe('the clicks', () => {
  const click = (change: Partial<ClickLike> = {}): ClickLike => ({
    isTrusted: true,
    detail: 1,
    offsetX: 10.25,
    offsetY: 20.5,
    pointerType: 'mouse',
    ...change,
  })
  const timed = () => {
    let now = 100
    return { clicks: followClicks({ clock: () => now }), wait: (ms: number) => (now += ms) }
  }

  it('are told as start, finish and gaps', () => {
    const { clicks, wait } = timed()
    for (const ms of [2_310, 920.4, 919.6]) {
      wait(ms)
      clicks.clicked()
    }
    expect(clicks.duration()).toBe('2310.4150.920,920')
    expect(clicks.signs().size).toBe(0)
  })

  it('of a hand give no sign, by mouse, finger or key', () => {
    const { clicks } = timed()
    clicks.moved()
    clicks.clicked(click({ offsetX: 3 }))
    clicks.clicked(click({ offsetX: 4 }))
    clicks.clicked(click({ offsetX: 5 }))
    expect([...clicks.signs()]).toEqual([])
    const touching = timed().clicks
    touching.clicked(click({ pointerType: 'touch' }))
    expect([...touching.signs()]).toEqual([])
    const typing = timed().clicks
    for (let key = 0; key < 3; key += 1) typing.clicked(click({ detail: 0, offsetX: 0, offsetY: 0 }))
    expect([...typing.signs()]).toEqual([])
  })

  it('of a script give themselves away', () => {
    const { clicks } = timed()
    for (let count = 0; count < 3; count += 1) clicks.clicked(click({ isTrusted: false }))
    clicks.note('hidden-field')
    expect([...clicks.signs()].sort()).toEqual([
      'hidden-field',
      'identical-points',
      'no-pointer-movement',
      'untrusted-events',
    ])
  })
})

describe('the probe', () => {
  it('looks once, never fails, and names only known signs', async () => {
    const { signs, components } = await probe()
    expect(components).toMatch(/^[0-9a-f]{16}$/)
    for (const sign of signs) expect(probeSigns).toContain(sign)
    expect(probe()).toBe(probe())
  })
})
