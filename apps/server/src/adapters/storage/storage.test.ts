import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeFiles } from '#adapters/storage/purge-files.ts'
import { openS3 } from '#adapters/storage/s3.ts'
import { openStorage, type Storage, StorageDown } from '#adapters/storage/storage.ts'
import { readEnv } from '#kernel/env.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { type FakeS3, problemOf, startS3 } from '#test/fakes/s3.ts'
import { hurry } from '#test/hurry.ts'

const log = createLog('silent')
const account = { accessKey: 'AKIAEXAMPLE', secretKey: 'a-secret/with+signs', region: 'eu-central-1', bucket: 'site' }
const opened: { dir: string; s3: FakeS3 | undefined } = { dir: '', s3: undefined }
const s3 = (): FakeS3 => {
  if (opened.s3 === undefined) throw new Error('the fake is not open')
  return opened.s3
}

const variables = (changes: Partial<Record<string, string>> = {}) => ({
  DATA_DIR: opened.dir,
  STORAGE_URL: s3().url,
  STORAGE_REGION: account.region,
  STORAGE_ACCESS_KEY: account.accessKey,
  STORAGE_SECRET_KEY: account.secretKey,
  ...changes,
})

beforeAll(async () => {
  opened.dir = mkdtempSync(join(tmpdir(), 'runnel-storage-'))
  opened.s3 = await startS3(account)
})
afterAll(async () => {
  await s3().close()
  rmSync(opened.dir, { recursive: true, force: true })
})

const bytes = Buffer.from([0, 255, 10, 13, 128, 0xc3, 0x28])
const keyOf = (id = newId()): string => `proofs/${id}.webp`

describe.each([
  ['a folder', (): Promise<Storage> => openStorage({ DATA_DIR: opened.dir }, log)],
  ['S3', (): Promise<Storage> => openStorage(variables(), log)],
])('%s', (_name, open) => {
  it('keeps bytes as they are until they are removed', async () => {
    const storage = await open()
    const key = keyOf()
    expect(await storage.get(key)).toBeUndefined()
    await storage.put(key, bytes, 'image/webp')
    expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes)
    await storage.put(key, Buffer.from('newer'), 'image/webp')
    expect(Buffer.from((await storage.get(key)) ?? []).toString()).toBe('newer')
    await storage.remove(key)
    expect(await storage.get(key)).toBeUndefined()
    await storage.remove(key)
  })

  it('keeps large files, many at once, and the last of two under one key whole', async () => {
    const storage = await open()
    const files = Array.from({ length: 12 }, (_, at) => ({ key: keyOf(), body: Buffer.alloc(300_000, at + 1) }))
    await Promise.all(files.map(({ key, body }) => storage.put(key, body, 'image/webp')))
    for (const { key, body } of files) expect(Buffer.from((await storage.get(key)) ?? []).equals(body)).toBe(true)
    const key = keyOf()
    const bodies = [1, 2, 3, 4].map((value) => Buffer.alloc(500_000, value))
    await Promise.all(bodies.map((body) => storage.put(key, body, 'image/webp')))
    const found = Buffer.from((await storage.get(key)) ?? [])
    expect(bodies.some((body) => body.equals(found))).toBe(true)
  })

  it.each([
    '../secret.key',
    'proofs/../../secret.key',
    `proofs/../${newId()}.webp`,
    `proofs/${newId()}.html`,
    `proofs/${newId()}.webp/`,
    `/proofs/${newId()}.webp`,
    `proofs/${newId()}.webp?x=1`,
    `proofs\\${newId()}.webp`,
    `proofs/${newId()}.webp\n`,
    'proofs/%2e%2e.webp',
    '',
  ])('takes no key such as %j', async (key) => {
    const storage = await open()
    await expect(storage.put(key, bytes, 'image/webp')).rejects.toThrow('assertion failed')
    await expect(storage.get(key)).rejects.toThrow('assertion failed')
    await expect(storage.remove(key)).rejects.toThrow('assertion failed')
  })

  it('is swept of what nobody took into use, file first and row second', async () => {
    const storage = await open()
    const keys = Array.from({ length: 230 }, () => keyOf())
    const rows = new Set(keys)
    for (const key of keys.slice(0, 5)) await storage.put(key, bytes, 'image/webp')
    const sweeping = { storage, log, loose: async (limit: number) => [...rows].slice(0, limit) }
    const crash = purgeFiles({ ...sweeping, forget: () => Promise.reject(new Error('the machine stops')) })
    await expect(crash).rejects.toThrow('the machine stops')
    expect(rows.size, 'what named the files is still there').toBe(230)
    const forget = async (gone: readonly string[]) => gone.forEach((key) => rows.delete(key))
    expect(await purgeFiles({ ...sweeping, forget })).toBe(230)
    for (const key of keys.slice(0, 5)) expect(await storage.get(key)).toBeUndefined()
  })

  it('that fails in a sweep ends it, and nothing is forgotten of what is still there', async () => {
    const storage = await open()
    const rows = new Set(Array.from({ length: 150 }, () => keyOf()))
    const [stuck] = rows
    const remove = (key: string) => (key === stuck ? Promise.reject(new StorageDown()) : storage.remove(key))
    const forget = async (gone: readonly string[]) => gone.forEach((key) => rows.delete(key))
    const loose = async (limit: number) => [...rows].slice(0, limit)
    expect(await purgeFiles({ storage: { remove }, log, loose, forget })).toBe(99)
    expect(rows.has(stuck ?? '')).toBe(true)
    expect(rows.size).toBe(51)
  })
})

describe('a folder', () => {
  it('lets nobody else on the machine look, and keeps files apart by their last digits', async () => {
    const storage = await openStorage({ DATA_DIR: opened.dir }, log)
    const id = newId()
    await storage.put(keyOf(id), bytes, 'image/webp')
    const path = join(opened.dir, 'uploads', 'proofs', id.slice(-2), `${id}.webp`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(opened.dir, 'uploads')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(opened.dir, 'uploads', 'unfinished'))).toEqual([])
  })

  it('forgets at the start what a crash left half written, and leaves what is being written', async () => {
    await openStorage({ DATA_DIR: opened.dir }, log)
    const [old, young] = ['old', 'young'].map((name) => join(opened.dir, 'uploads', 'unfinished', name))
    for (const path of [old, young]) writeFileSync(path ?? '', 'half')
    const long = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(old ?? '', long, long)
    await openStorage({ DATA_DIR: opened.dir }, log)
    expect([existsSync(old ?? ''), existsSync(young ?? '')]).toEqual([false, true])
  })

  it('that cannot be used says so in one sentence, at the start and later', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'runnel-storage-'))
    writeFileSync(join(dir, 'uploads'), 'a file in its place')
    await expect(openStorage({ DATA_DIR: dir }, log)).rejects.toThrow(
      /^Runnel can’t store uploaded images in .*uploads/,
    )
    rmSync(join(dir, 'uploads'))
    const storage = await openStorage({ DATA_DIR: dir }, log)
    writeFileSync(join(dir, 'uploads', 'proofs'), 'a file in its place')
    const down = { status: 503, failure: { code: 'STORAGE_DOWN', retryAfter: 60 } }
    await expect(storage.put(keyOf(), bytes, 'image/webp')).rejects.toMatchObject(down)
    await expect(storage.get(keyOf())).rejects.toMatchObject(down)
    expect(readdirSync(join(dir, 'uploads', 'unfinished'))).toEqual([])
    chmodSync(dir, 0o700)
    rmSync(dir, { recursive: true, force: true })
  })
})

describe('S3', () => {
  it('is sent the type, a length and a signature of everything', async () => {
    const storage = await openStorage(variables({ STORAGE_URL: `${s3().url}/` }), log)
    const id = newId()
    await storage.put(keyOf(id), bytes, 'image/webp')
    expect(s3().files.get(keyOf(id))).toEqual({ bytes, type: 'image/webp' })
    await storage.remove(keyOf(id))
    expect(
      [...s3().files.keys()].some((key) => key.startsWith('start/')),
      'the probe is gone',
    ).toBe(false)
  })

  it.each([
    ['an unknown key', { STORAGE_ACCESS_KEY: 'AKIAOTHER' }, /403 InvalidAccessKeyId.*STORAGE_ACCESS_KEY is unknown/],
    ['a wrong secret', { STORAGE_SECRET_KEY: 'another-secret' }, /SignatureDoesNotMatch.*STORAGE_SECRET_KEY/],
    ['a wrong region', { STORAGE_REGION: 'us-east-1' }, /AuthorizationHeaderMalformed.*STORAGE_REGION/],
  ])('with %s stops the start with a sentence', async (_name, changes, sentence) => {
    const start = openStorage(variables(changes), log)
    await expect(start).rejects.toMatchObject({ name: 'StartupError', message: expect.stringMatching(sentence) })
  })

  it('with a bucket that is not there, a clock that is wrong or a key that may not all stops the start', async () => {
    const elsewhere = openStorage(variables({ STORAGE_URL: s3().url.replace(/site$/, 'other') }), log)
    await expect(elsewhere).rejects.toThrow(/NoSuchBucket.*names a bucket that doesn’t exist/)
    s3().ahead(20 * 60_000)
    await expect(openStorage(variables(), log)).rejects.toThrow(/RequestTimeTooSkewed.*clock/)
    s3().ahead(0)
    for (const method of ['PUT', 'GET', 'DELETE'] as const) {
      const strict = await startS3({ ...account, mayNot: [method] })
      await expect(openStorage(variables({ STORAGE_URL: strict.url }), log)).rejects.toThrow(/AccessDenied.*permission/)
      await strict.close()
    }
  })

  it('that does not answer stops no start, refuses with 503 meanwhile, and serves once it is back', async () => {
    const options = { ...account, url: s3().url, log }
    s3().failNext('hangs', 'hangs')
    hurry(2)
    const storage = await openS3(options)
    const key = keyOf()
    s3().failNext('fails', 'breaks off')
    await expect(storage.put(key, bytes, 'image/webp')).rejects.toThrow()
    expect(s3().files.has(key)).toBe(false)
    s3().failNext('fails')
    await storage.put(key, bytes, 'image/webp')
    s3().failNext('breaks off')
    expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes)
    s3().failNext('leads elsewhere')
    await expect(storage.get(key)).rejects.toThrow(/refused to read a file \(307/)
    const guarded = await openStorage(variables(), log)
    s3().failNext('fails', 'fails')
    const down = { status: 503, failure: { code: 'STORAGE_DOWN', msg: expect.not.stringContaining('500') } }
    await expect(guarded.get(key)).rejects.toMatchObject(down)
  })

  it('is answered no further than an image can be long', async () => {
    const storage = await openStorage(variables(), log)
    const key = keyOf()
    await storage.put(key, Buffer.alloc(17 * 1_024 * 1_024), 'image/webp')
    await expect(storage.get(key)).rejects.toBeInstanceOf(StorageDown)
    await storage.remove(key)
  })

  it("is faked faithfully: the examples of Amazon's documentation are believed, and nothing near them", () => {
    const example = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const signed = 'host;range;x-amz-content-sha256;x-amz-date'
    const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
    const scope = `${example.accessKey}/20130524/us-east-1/s3/aws4_request`
    const checked = {
      account: { ...example, region: 'us-east-1' },
      method: 'GET',
      url: '/test.txt',
      body: Buffer.alloc(0),
      now: Date.parse('2013-05-24T00:00:00Z'),
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-content-sha256': empty,
        'x-amz-date': '20130524T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signed},Signature=${signature}`,
      },
    }
    expect(problemOf(checked)).toBeUndefined()
    expect(problemOf({ ...checked, url: '/test.txu' })).toBe('SignatureDoesNotMatch')
    expect(problemOf({ ...checked, method: 'DELETE' })).toBe('SignatureDoesNotMatch')
    expect(problemOf({ ...checked, body: Buffer.from('x') })).toBe('XAmzContentSHA256Mismatch')
    expect(problemOf({ ...checked, now: checked.now + 16 * 60_000 })).toBe('RequestTimeTooSkewed')
    expect(problemOf({ ...checked, headers: {} })).toBe('AccessDenied')
  })
})

describe('the variables of the storage', () => {
  const complete = {
    STORAGE_URL: 'https://s3.example.com/bucket',
    STORAGE_ACCESS_KEY: 'key',
    STORAGE_SECRET_KEY: '12345678',
  }

  it.each([
    [{}],
    [complete],
    [{ ...complete, STORAGE_REGION: 'auto' }],
    [{ ...complete, STORAGE_URL: 'https://bucket.s3.eu-central-1.amazonaws.com' }],
    [{ ...complete, STORAGE_URL: 'http://minio:9000/bucket' }],
    [{ ...complete, STORAGE_URL: 'http://10.0.0.5:9000/bucket' }],
    [{ ...complete, STORAGE_URL: 'http://localhost:9000/bucket' }],
  ])('are right as %j', (given) => {
    expect(() => readEnv(given)).not.toThrow()
  })

  it.each([
    [{ ...complete, STORAGE_URL: 'ftp://x/y' }, /^STORAGE_URL must be a bucket URL/],
    [{ ...complete, STORAGE_URL: 'https://key:secret@s3.example.com/bucket' }, /without keys in it/],
    [{ ...complete, STORAGE_URL: 'https://s3.example.com/bucket?x=1' }, /^STORAGE_URL must be/],
    [{ ...complete, STORAGE_URL: 'http://s3.example.com/bucket' }, /must start with https:\/\/, unless/],
    [{ ...complete, STORAGE_URL: 'http://10.example.com/bucket' }, /must start with https:\/\/, unless/],
    [{ ...complete, STORAGE_SECRET_KEY: '' }, /^STORAGE_URL needs STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY\.$/],
    [{ ...complete, STORAGE_URL: '' }, /^STORAGE_URL must be set/],
    [{ ...complete, STORAGE_REGION: 'Europe West' }, /^STORAGE_REGION must be/],
    [{ ...complete, STORAGE_SECRET_KEY: 'short' }, /^STORAGE_SECRET_KEY must have/],
  ])('say what is wrong with %j', (given, sentence) => {
    expect(() => readEnv(given)).toThrow(sentence)
  })
})
