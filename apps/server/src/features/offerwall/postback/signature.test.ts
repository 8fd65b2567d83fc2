import { describe, expect, test } from 'vitest'
import type { Mark } from '#features/offerwall/preset/preset.ts'
import { findPreset } from '#features/offerwall/preset/presets.ts'
import { parseBody, parseQuery } from './parse.ts'
import { isSame, signatureOf } from './signature.ts'

const rulesOf = (id: string) => {
  const preset = findPreset(id)
  if (preset === undefined) throw new Error(`there is no preset ${id}`)
  return preset.rules
}

const sign = (id: string, query: string, secret = 'secret') =>
  signatureOf(rulesOf(id), secret, { params: parseQuery(query), keys: {}, url: `https://example.test/cb?${query}` })

/** The vectors of PROTOCOLS.md §2.0, by the presets' own formulas. */
describe('test vectors', () => {
  test.each([
    ['family', 'subId=1001&transId=tx-77&reward=12.50', '15f8168bd7ced01119e437aa5a5d00c2'],
    ['wannads-old', 'subId=1001&transId=tx-77&reward=12.50', '15f8168bd7ced01119e437aa5a5d00c2'],
    ['bitcotasks', 'subId=1001&transId=tx-77&reward=12.50', '15f8168bd7ced01119e437aa5a5d00c2'],
    ['offerwall-me', 'subId=1001&transId=tx-77&reward=12.50', '15f8168bd7ced01119e437aa5a5d00c2'],
    ['torox', 'oid=555&user_id=1001', '09659acd526bffe2f099f92777154901'],
    [
      'lootably',
      'userID=1001&ip=203.0.113.7&revenue=0.45&currencyReward=450',
      '89e912b312c3afeef2f6de3015d6b3e6495de0055b57d6a7c3a3993fef4f0503',
    ],
    ['timewall', 'userID=1001&revenue=0.45', '29966b2e615698e20a5cd1e75cde8c41112a279873bb3ecff4022c172b31612c'],
    ['kiwiwall', 'sub_id=1001&amount=450', '43dc2ce4bd9bd10a1482fe2b56226529'],
  ])('%s', (id, query, expected) => {
    expect(sign(id, query)).toBe(expected)
  })

  test('CPX Research, postback and wall', () => {
    expect(sign('cpx-research', 'trans_id=tx-77', 'cpxsecret')).toBe('0cf26240eb32b0d0da86744ada63540f')
    const hash = findPreset('cpx-research')?.frame.hash
    const keys = { userId: '1001' }
    const wall = hash && signatureOf(hash, 'cpxsecret', { params: new Map(), keys, url: '' })
    expect(wall).toBe('57234a52dc03508e8a45a99bb0bdcba0')
  })

  test('Pollfish, whose empty request_uuid is left out and whose debug is never part', () => {
    const query = 'tx_id=tx-77&cpa=30&device_id=dev-1&status=eligible&timestamp=1463152452308'
    const expected = '+LAwBSAwv1QVOYXOyPsbSrHBOi0='
    expect(sign('pollfish', query, 'my-secret')).toBe(expected)
    expect(sign('pollfish', `${query}&request_uuid=&debug=true&kind=reversal&signature=x`, 'my-secret')).toBe(expected)
    expect(sign('pollfish', `${query}&term_reason=`, 'my-secret')).not.toBe(expected)
    expect(sign('pollfish', `${query}&request_uuid=u`, 'my-secret')).not.toBe(expected)
  })

  test("BitLabs, the vendor's own", () => {
    const url = 'https://publisher.com/complete?uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500'
    const expected = 'dbcd6bb8ca677344592842a52b4fca9bec36cd4b'
    const signed = (address: string) =>
      signatureOf(rulesOf('bitlabs'), 'JLOIAUNMHFli7ZJOQVEzm98rzqnm9', { params: new Map(), keys: {}, url: address })
    expect(signed(`${url}&hash=${expected}`)).toBe(expected)
    expect(signed(`${url.replace('500', '501')}&hash=${expected}`)).not.toBe(expected)
    // What follows the hash is not covered, so it must not be there.
    expect(signed(`${url}&hash=${expected}&val=9000`)).toBeUndefined()
    expect(signed(url)).toBeUndefined()
  })

  test('Notik, over the address', () => {
    const url = 'https://example.test/cb/notik?user_id=1001&amount=450&payout=0.45&txn_id=tx-77'
    const expected = 'a28353e8115c13e8b4f54dabca8d3cd4028f5a60'
    const signable = { params: new Map<string, string>(), keys: {}, url: `${url}&hash=${expected}` }
    expect(signatureOf(rulesOf('notik'), 'secret', signable)).toBe(expected)
  })

  test('ayeT, over the sorted query as PHP writes it, in any order that it came in', () => {
    const expected = 'f8fdfb69f5713061119e91c1a5a95d40ef23ac0563a231fa2d25bd3a11980072'
    const query = 'transaction_id=tx-77&offer_name=A+%26+B+game&external_identifier=1001&currency_amount=450'
    expect(sign('ayet', query, 'api-key')).toBe(expected)
    expect(sign('ayet', query.replaceAll('+', '%20'), 'api-key')).toBe(expected)
    expect(rulesOf('ayet').signatureHeader).toBe('x-ayetstudios-security-hash')
  })
})

describe('comparing', () => {
  const formula = (encoding: Mark['encoding']): Mark => ({ algorithm: 'md5', encoding, signed: '' })
  test('letters of a hexadecimal signature may be of either case, those of others not', () => {
    expect(isSame('ab12', 'AB12', formula('hex'))).toBe(true)
    expect(isSame('ab12', 'ab13', formula('hex'))).toBe(false)
    expect(isSame('ab12', 'ab1', formula('hex'))).toBe(false)
    expect(isSame('aB1=', 'ab1=', formula('base64'))).toBe(false)
    expect(isSame('secret', 'SECRET', { algorithm: 'static', encoding: 'hex', signed: '' })).toBe(false)
  })

  test("a caller's own secret parameter does not stand in for the secret, nor for the owner's keys", () => {
    const rules = { ...rulesOf('family'), signed: '{app}{subId}{secret}' }
    const params = parseQuery('subId=1&secret=known&app=theirs')
    expect(signatureOf(rules, 'real', { params, keys: { app: 'ours' }, url: '' })).toBe(
      signatureOf(rules, 'real', { params: parseQuery('subId=1'), keys: { app: 'ours' }, url: '' }),
    )
  })
})

describe('reading', () => {
  const bytes = (text: string) => Buffer.from(text)
  const type = (text: string) => ({ 'content-type': text })

  test('values stay as they were received, the first of each name', () => {
    const params = parseQuery('a=662.6500&b=+x%20y+&a=2&empty=&bare&bad=%zz&%61b=c')
    expect(Object.fromEntries(params)).toEqual({ a: '662.6500', b: ' x y ', empty: '', bare: '', bad: '%zz', ab: 'c' })
  })

  test('forms of either kind are read, other bodies are not', () => {
    expect(
      parseBody({ body: bytes('a=1&b=%2B'), headers: type('application/x-www-form-urlencoded; charset=utf-8') }),
    ).toEqual(
      new Map([
        ['a', '1'],
        ['b', '+'],
      ]),
    )
    const multipart = '--q\r\nContent-Disposition: form-data; name="a"\r\n\r\n1 + 1\r\n--q--\r\n'
    expect(parseBody({ body: bytes(multipart), headers: type('multipart/form-data; boundary="q"') })).toEqual(
      new Map([['a', '1 + 1']]),
    )
    expect(parseBody({ body: bytes('x'), headers: type('multipart/form-data') })).toBeUndefined()
    expect(parseBody({ body: bytes('x'), headers: type('text/plain') })).toEqual(new Map())
  })

  test('of JSON the members are read as they were written, and nothing below them', () => {
    const json = (text: string) => parseBody({ body: bytes(text), headers: type('application/json; charset=utf-8') })
    expect(json('{"a":1.00,"b":"x","c":false,"d":{"e":1},"f":null}')).toEqual(
      new Map([
        ['a', '1.00'],
        ['b', 'x'],
        ['c', 'false'],
      ]),
    )
    for (const text of ['[1]', '1', 'null', '{"a":']) expect(json(text), text).toBeUndefined()
  })
})
