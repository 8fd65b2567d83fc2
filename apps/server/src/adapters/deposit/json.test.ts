import { describe, expect, it } from 'vitest'
import { decimalOf, textOf } from './decimal.ts'
import { jsonNumber, readJson, sortedJson } from './json.ts'

const asReceived = { numbers: 'as received', lists: 'as lists' } as const

describe('JSON without loss', () => {
  it.each(['1e-7', '5.00', '1E+2', '12345678901234567890', '0.1', '-0', '0.30000000000000004'])(
    'keeps the number %s as it was received',
    (number) => {
      expect(readJson(`{"a":[${number}]}`)).toEqual({ a: [number] })
      expect(sortedJson(`{ "a" : ${number} }`, asReceived)).toBe(`{"a":${number}}`)
    },
  )

  it('sorts keys at every depth and writes no spaces', () => {
    expect(sortedJson('{"b":{"d":1,"c":[{"z":null,"y":"é/"}]},"a":true}', asReceived)).toBe(
      '{"a":true,"b":{"c":[{"y":"é/","z":null}],"d":1}}',
    )
  })

  it('sorts lists as objects where that is asked for', () => {
    expect(sortedJson('{"a":[3,1]}', { numbers: 'as received', lists: 'as objects' })).toBe('{"a":{"0":3,"1":1}}')
  })

  it('writes numbers as a script does where that is asked for', () => {
    const form = { numbers: 'as a script writes them', lists: 'as lists' } as const
    expect(sortedJson('[5.00,1E+2,0.0000001]', form)).toBe('[5,100,1e-7]')
  })

  it('is not led astray by a key that names the prototype', () => {
    expect(sortedJson('{"__proto__":{"b":1,"a":2}}', asReceived)).toBe('{"__proto__":{"a":2,"b":1}}')
  })

  it('writes a decimal text as a number', () => {
    expect(JSON.stringify({ amount: jsonNumber('90071992547409.93') })).toBe('{"amount":90071992547409.93}')
  })
})

describe('decimals', () => {
  it.each([
    ['5.00000', '5'],
    ['1e-7', '0.0000001'],
    ['1E+2', '100'],
    ['0.1234567890123456789', '0.123456789012345678'],
    ['12345678901234567890', '12345678901234567890'],
  ])('reads %s as %s', (text, expected) => {
    const decimal = decimalOf(text)
    expect(decimal === undefined ? undefined : textOf(decimal)).toBe(expected)
  })

  it.each(['', '-1', '.5', '1.', 'NaN', 'Infinity', '1e999', '0x10', ' 1', '1,5', null])(
    'reads no number in %s',
    (text) => {
      expect(decimalOf(text)).toBeUndefined()
    },
  )
})
