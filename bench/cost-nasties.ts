import { randomFillSync } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { IMAGE_BYTES_MAX, IMAGE_FIELD } from '@runnel/contract/constants'
import type { Route } from '@runnel/contract/route'
import { seededId } from '@runnel/server/src/test/claims.ts'

// What schemas do not tell: texts that are dear to format or to look for, pictures, calls of other machines, and what
// is there to be named by an address.

const repeated = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const units = ['|a|\n|-|\n', 'http://a.', '\\\n', '***a', '**a **a', '_a', 'a\n', '\n- ', '<b><i>', '![[]()', 'a@b.cd ']
const markdown = (length: number): { named: string; text: string }[] => [
  ...units.map((unit) => ({ named: JSON.stringify(unit), text: `a${repeated(unit, length - 2)}a` })),
  { named: 'links', text: `[a]: ${'b'.repeat(length / 20)}\n\n${'[a]'.repeat(length / 8)}` },
]

const task = (instructions: string) => ({
  title: 'Tell us what you think',
  categoryId: seededId(1),
  instructions,
  proofs: Array.from({ length: 10 }, () => ({ kind: 'text', label: 'x'.repeat(200), required: true })),
  minLevel: 1,
  countries: [],
  minutesToFinish: 30,
  hoursToReview: 72,
})

const withTexts = (length: number, make: (text: string) => unknown) =>
  markdown(length).map(({ named, text }) => ({ named, body: make(text) }))

const password = 'correct horse battery staple'
const captcha = { id: 'x', token: 'x' }
const someone = { login: 'user3', password, captcha }

const bodies: Readonly<Record<string, readonly { named: string; body: unknown }[]>> = {
  'task.create': withTexts(10_000, (text) => ({ ...task(text), reward: 1_000, places: 1 })),
  'task.edit': withTexts(10_000, (text) => ({ instructions: text })),
  'task.preview': withTexts(10_000, (text) => ({ instructions: text })),
  'admin.previewContent': withTexts(60_000, (text) => ({ name: 'faq', markdown: text })),
  'admin.saveSettings': withTexts(60_000, (text) => ({ content_faq: text })),
  'admin.addNews': withTexts(20_000, (text) => ({
    title: 'News',
    markdown: text,
    pinned: false,
    publishedAt: '2026-01-01T00:00:00.000Z',
  })),
  'admin.editNews': withTexts(20_000, (text) => ({ markdown: text })),
  'auth.login': [{ named: 'wrong password', body: someone }],
  'auth.register': [
    { named: 'a new account', body: { username: 'user999', email: 'a@example.com', password, captcha } },
  ],
  'auth.forgotPassword': [{ named: 'an account', body: { email: 'user3@example.com', captcha } }],
}

const texts: Readonly<Record<string, readonly string[]>> = {
  '*': [
    '%_',
    'x',
    '1',
    '7',
    'ff',
    'user12',
    'User12',
    seededId(7),
    '2026-01-01',
    '2026-01-01T00:00:00.000Z',
    'DE',
    'DOGE',
    'USD',
    '12:30',
    '1.5',
    'a@example.com',
    'https://example.com/page',
    'https://example.com/{userId}',
    'https://example.com/tx/{tx}',
    'f'.repeat(64),
    '203.0.113.0/24',
    '203.0.113.7',
    'w'.repeat(43),
    'w'.repeat(32),
    '123456',
    '/app/faucet',
    'slug-of-it',
    'faucetpay:DOGE',
    'abc',
    'A',
    '#336699',
    '+1',
    `0x${'a'.repeat(40)}`,
    '0',
    'ABCD-EFGH',
    'CODE-12',
    'A'.repeat(10),
    'Europe/Berlin',
    'Name',
  ],
  password: [password],
  newPassword: [password],
  address: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
}

const params: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '*': {
    id: seededId(7),
    imageId: seededId(7),
    name: 'faq',
    processor: 'nowpayments',
    wall: 'wall1',
    size: '468x60',
    provider: 'google',
    username: 'user12',
    code: 'CODE-12',
    job: 'tasks.due',
    secret: 'w'.repeat(43),
    days: '30',
    day: '2026-01-01',
    board: 'day',
    slug: 'wall1',
    k1: 'f'.repeat(64),
  },
  'admin.couponUses': { id: seededId(1) },
  'admin.suspect': { id: seededId(49) },
}

/** The action that the challenge of an endpoint is made for. */
const challenges: Readonly<Record<string, string>> = {
  'auth.register': 'register',
  'auth.login': 'login',
  'auth.forgotPassword': 'forgot',
  'contact.send': 'contact',
  'withdraw.request': 'withdraw',
  'ptc.verify': 'ptc',
  'bonus.claim': 'bonus',
}

const FORM = 'application/x-www-form-urlencoded'

const raw = (limit: number) => {
  const pairs = Array.from({ length: 90 }, (_, at) => `k${at}=${'v'.repeat(40)}`).join('&')
  const known = 'userId=x&user_id=x&transactionId=1&amount=5&reward=5&signature=00&hash=00&status=1&payout=1'
  const json = JSON.stringify({ payment_id: 1, payment_status: 'finished', order_id: 'x', k: 'x'.repeat(limit - 200) })
  const fields = `{${Array.from({ length: limit / 10 }, (_, at) => `"${at}":1`).join(',')}}`
  return [
    { named: 'wrong signature', query: known, body: 'a=b', type: FORM },
    { named: 'many parameters', query: pairs, body: pairs, type: FORM },
    {
      named: 'long form',
      query: known,
      body: `a=${'%41'.repeat(limit / 3 - 2)}`,
      type: FORM,
    },
    { named: 'form of many', query: known, body: 'a=1&'.repeat(limit / 4), type: FORM },
    { named: 'long JSON', query: known, body: json, type: 'application/json' },
    { named: 'JSON of many', query: known, body: fields.slice(0, limit), type: 'application/json' },
    { named: 'JSON ever deeper', query: known, body: '['.repeat(limit), type: 'application/json' },
  ]
}

/** The dearest picture that is taken: as many points as are allowed, drawn so that it packs well but not entirely. */
const picture = (): Buffer => {
  const canvas = createCanvas(5_000, 5_000)
  const paint = canvas.getContext('2d')
  for (let x = 0; x < 5_000; x += 50) {
    paint.fillStyle = `hsl(${x % 360} 80% 50%)`
    paint.fillRect(x, x % 700, 45, 4_000)
  }
  return canvas.toBuffer('image/png')
}

const form = (file: Buffer, type: string) => {
  const named = `Content-Disposition: form-data; name="${IMAGE_FIELD}"; filename="a"`
  const head = `--b\r\n${named}\r\nContent-Type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }
}

const uploads = ({ file }: Route) => {
  if (file === 'csv') {
    const rows = Array.from({ length: 100_000 }, (_, at) => `name${at},name${at}@example.com,${at}`)
    return [{ named: 'a list', ...form(Buffer.from(`username,email,balance\n${rows.join('\n')}`), 'text/csv') }]
  }
  const noise = randomFillSync(Buffer.alloc(IMAGE_BYTES_MAX))
  return [
    { named: '25 million points', ...form(picture(), 'image/png') },
    { named: 'noise', ...form(noise, 'image/png') },
  ]
}

export const nasties = { bodies, texts, params, challenges, raw, uploads }
