import { describe, expect, it } from 'vitest'
import { checkAddress, type Currency } from './address.ts'

// Addresses from the coins' own standards (BIP 173, BIP 350, CashAddr, EIP-55, XLS-5) and of well-known contracts.
const good: [Currency, string][] = [
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['LTC', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
  ['LTC', 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441'],
  ['LTC', 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea'],
  ['DOGE', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['BCH', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ['DASH', 'XdAUmwtig27HBG6WfYyHAzP8n6XC9jESEw'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['USDT-TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BNB', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
  ['POL', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['SOL', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
  ['USDC-SOLANA', 'Bow1CGKGDB9mNxeWdw85E2aCthQ1oZX4oFEe7fYT17ew'],
  ['USDT-SOLANA', 'F25s3DdjXdCxYBhh2z8FBusVEMT4b9bGNFVKJi3wFoF4'],
  ['TON', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'],
  ['TON', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'],
  ['USDT-TON', 'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['XRP', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'],
]

const bad: [Currency, string][] = [
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BTC', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
  ['LTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['DOGE', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s8cwef74vcwvy22gdx6a'],
  ['BCH', 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap'],
  ['BCH', 'bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['DASH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
  ['TRX', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
  ['ETH', '0x0000000000000000000000000000000000000000'],
  ['SOL', '11111111111111111111111111111111'],
  ['SOL', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
  ['USDC-SOLANA', '3RFAFPQaRKXQaoXiPxEciUViHe6MLxfh6ERj6kX3eBs5'],
  ['USDC-SOLANA', '11111111111111111111111111111111'],
  ['USDT-SOLANA', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TON', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP'],
  ['TON', '0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK'],
  ['TON', '0:3a9a69666ef4c0ad25f64ca5d72e6b3babbb1a7f4519cc6bb751beba5573d9'],
  ['TON', `0:${'0'.repeat(64)}`],
  ['TON', 'ton://transfer/UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA?amount=1'],
  ['TON', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA?text=1&text=2'],
  ['TON', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA?text=%00'],
  ['USDT-TON', 'F25s3DdjXdCxYBhh2z8FBusVEMT4b9bGNFVKJi3wFoF4'],
  ['XRP', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
]

describe('checkAddress', () => {
  it.each(good)('takes a real %s address: %s', (currency, text) => {
    expect(checkAddress(currency, text)).not.toBeNull()
  })

  it.each(bad)('refuses for %s: %s', (currency, text) => {
    expect(checkAddress(currency, text)).toBeNull()
  })

  // Ethereum's checksum is in the letters' case, so an address of one case carries none and a typo cannot be seen.
  it.each(good.filter(([, text]) => text !== text.toLowerCase() || !text.startsWith('0x')))(
    'sees any single wrong character in %s %s',
    (currency, text) => {
      if (currency.startsWith('SOL') || currency.endsWith('-SOLANA'))
        return expect(checkAddress(currency, text.slice(1))).toBeNull()
      for (let at = 4; at < text.length; at++) {
        const [usual, other] = text.startsWith('0x') ? ['7', '8'] : ['q', 'p']
        const typed = text.slice(0, at) + (text[at]?.toLowerCase() === usual ? other : usual) + text.slice(at + 1)
        expect(checkAddress(currency, typed), typed).toBeNull()
      }
    },
  )

  it('gives two spellings of one place the same key', () => {
    const same: [Currency, string, Currency, string][] = [
      ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'POL', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
      ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
      [
        'BCH',
        'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
        'BCH',
        'QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
      ],
      ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT-TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ]
    for (const [one, first, other, second] of same) {
      expect(checkAddress(one, first)).toEqual(checkAddress(other, second))
    }
  })

  it('knows each form of an address of TON, and tells the comments of one exchange apart', () => {
    const keyOf = (text: string) => checkAddress('TON', text)?.key
    const raw = '0:3a9a69666ef4c0ad25f64ca5d72e6b3babbb1a7f4519cc6bb751beba5573d91d'
    const forms = [
      'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE',
      'EQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHY3B',
      raw,
      raw.toUpperCase(),
      'ton://transfer/UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE',
      'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE?text=',
    ]
    expect(new Set(forms.map(keyOf))).toEqual(new Set([`ton:${raw}`]))
    expect(keyOf(`${forms[0]}?text=884213`)).toBe(`ton:${raw}:884213`)
    expect(keyOf(`${forms[4]}?text=user%2042`)).toBe(`ton:${raw}:user 42`)
    expect(checkAddress('USDT-TON', `${forms[1]}?text=884213`)?.key).toBe(`ton:${raw}:884213`)
  })

  it('tells the tags of one exchange account apart', () => {
    const keys = [
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDC',
    ].map((text) => checkAddress('XRP', text)?.key)
    expect(new Set(keys).size).toBe(2)
    expect(keys).not.toContain(undefined)
  })

  it('never throws, whatever it is given', () => {
    for (const text of ['', ' ', '💧', 'bitcoincash:', '0x', 'bc1', 'a'.repeat(128), '1'.repeat(128)]) {
      for (const [currency] of good) expect(checkAddress(currency, text)).toBeNull()
    }
  })
})
