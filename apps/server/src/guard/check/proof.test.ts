import { maskOf, probeSigns, signsIn } from '@runnel/contract/check/proof'
import vectors from '@runnel/contract/check/proof-vectors.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { altered } from '#test/inputs/altered.ts'
import { createBrowserChallenge } from './browser-challenge.ts'
import { checkProof, type ProofFacts } from './proof.ts'

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Google Chrome";v="156", "Chromium";v="156", "Not=A?Brand";v="8"',
  'accept-language': 'en-GB',
}
const [plain, steered, everything] = vectors.claims
type Vector = (typeof vectors.claims)[number]

const factsOf = (vector: Vector, change: Partial<ProofFacts> = {}): ProofFacts => ({
  headers: { ...browser, ...vector.headers },
  challenge: {
    id: vector.id,
    order: vector.order,
    key: Buffer.from(vector.k, 'base64url'),
    instrument: vector.instrument.value,
  },
  serverElapsedMs: vector.clicks.finish + 400,
  isSecure: true,
  ...change,
})

describe('the proof of a claim', () => {
  it('accepts, byte for byte, what the page signs', () => {
    expect(checkProof(factsOf(plain!))).toEqual({
      verdict: 'sound',
      points: 0,
      marks: [],
      reasons: [],
      wrongAnswer: false,
      traps: [],
      pace: plain!.clicks,
      print: plain!.components,
    })
  })

  it('reads what the browser and the clicks gave away', () => {
    const proof = checkProof(factsOf(steered!))
    expect(proof.verdict).toBe('doubtful')
    expect(proof.marks.map(({ reason }) => reason)).toEqual([
      'webdriver',
      'software-graphics',
      'touch-disagrees',
      'untrusted-events',
    ])
    expect(proof.points).toBe(40)
    expect(proof.traps).toEqual(['hidden-field'])
    expect(proof.wrongAnswer).toBe(false)
    const quiet = checkProof(factsOf(everything!))
    expect(quiet.marks.map(({ reason }) => reason)).toEqual(['headless-agent', 'clock-disagrees', 'page-hidden'])
  })

  it('counts absence a little and tampering a lot', () => {
    expect(checkProof(factsOf(plain!, { headers: browser }))).toMatchObject({ verdict: 'absent', points: 10 })
    const { headers } = plain!
    const tampered = [
      { ...headers, 'x-key': altered(headers['x-key']) },
      { ...headers, 'x-duration': '2310.4150.900,940' },
      { ...headers, 'x-bd': steered!.headers['x-bd'] },
      { ...headers, 'x-bd2': '0.AAAAAAAA' },
    ]
    for (const changed of tampered) {
      expect(checkProof(factsOf(plain!, { headers: { ...browser, ...changed } }))).toMatchObject({
        verdict: 'tampered',
        points: 40,
        wrongAnswer: false,
      })
    }
    const facts = factsOf(plain!)
    const other = { ...facts.challenge, order: [...facts.challenge.order].reverse() }
    expect(checkProof({ ...facts, challenge: other }).verdict).toBe('tampered')
    const foreign = { ...facts.challenge, key: Buffer.alloc(32) }
    expect(checkProof({ ...facts, challenge: foreign }).verdict).toBe('tampered')
  })

  it('knows a page that cannot build and measure', () => {
    const facts = factsOf(plain!)
    const proof = checkProof({ ...facts, challenge: { ...facts.challenge, instrument: 1 } })
    expect(proof.marks.map(({ reason }) => reason)).toEqual(['no-real-page'])
  })

  it('counts an impossible course of clicks as a wrong answer', () => {
    const withElapsed = (serverElapsedMs: number) => checkProof(factsOf(plain!, { serverElapsedMs })).wrongAnswer
    // Three clicks need 2,250 ms on the server's clock, and cannot end 1.5 s after it.
    expect(withElapsed(2_249)).toBe(true)
    expect(withElapsed(2_649)).toBe(true)
    expect(withElapsed(2_651)).toBe(false)
  })

  it('compares the headers with each other', () => {
    const reasonsWith = (change: Record<string, string | undefined>, isSecure = true) =>
      checkProof(factsOf(plain!, { headers: { ...browser, ...plain!.headers, ...change }, isSecure })).marks.map(
        ({ reason }) => reason,
      )
    expect(reasonsWith({ 'user-agent': 'HeadlessChrome/156.0.0.0' })).toEqual(['agent-automated'])
    expect(reasonsWith({ 'accept-language': undefined })).toEqual(['no-language'])
    expect(reasonsWith({ 'sec-ch-ua': '"Chromium";v="120"' })).toEqual(['header-other-version'])
    expect(reasonsWith({ 'sec-ch-ua': undefined })).toEqual(['header-no-brands'])
    expect(reasonsWith({ 'sec-ch-ua': undefined }, false)).toEqual([])
    expect(reasonsWith({ 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'sec-ch-ua': undefined })).toEqual([])
  })

  it('never throws, whatever is sent', () => {
    const text = fc.oneof(fc.string(), fc.constant('1.2.3'), fc.constantFrom('9.9.9,9', '0.x', 'e30', 'bnVsbA'))
    fc.assert(
      fc.property(fc.record({ 'x-key': text, 'x-duration': text, 'x-bd': text, 'x-bd2': text }), (headers) => {
        expect(['absent', 'tampered']).toContain(checkProof(factsOf(plain!, { headers })).verdict)
      }),
      { numRuns: 300, seed: 20_261_120 },
    )
  })
})

describe('masks', () => {
  it('go into 20 bits and back', () => {
    expect(probeSigns).toHaveLength(20)
    fc.assert(
      fc.property(fc.subarray([...probeSigns]), (signs) => {
        expect(signsIn(probeSigns, maskOf(probeSigns, new Set(signs)))).toEqual(signs)
      }),
      { seed: 20_261_120 },
    )
  })
})

describe('the instrument', () => {
  it('is the same for the same challenge: the vectors that the page runs', () => {
    for (const { secret, id, program, value } of vectors.instruments) {
      expect(createBrowserChallenge(secret, id)).toEqual({ program, value })
    }
    expect(new Set(vectors.instruments.map(({ program }) => program)).size).toBe(vectors.instruments.length)
  })
})
