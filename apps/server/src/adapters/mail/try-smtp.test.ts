import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished, expect, test } from 'vitest'
import { trySmtp } from './try-smtp.ts'

type Refusals = Partial<Record<'login' | 'sender' | 'receiver', string>>

/** A mail server that refuses one step by an answer, and counts the letters that it gets. */
const listen = async (refusals: Refusals) => {
  const letters: string[] = []
  const answer = (step: keyof Refusals): Error | null => {
    const said = refusals[step]
    return said === undefined
      ? null
      : Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) })
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => {
      const error = answer('login')
      done(error, error === null ? { user: 'site' } : undefined)
    },
    onMailFrom: (_address, _session, done) => done(answer('sender')),
    onRcptTo: (_address, _session, done) => done(answer('receiver')),
    onData: (stream, _session, done) => {
      letters.push('letter')
      stream.resume()
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // A server that listens on a port has an address of this kind.
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://site:word@127.0.0.1:${port}`, letters }
}

test.each<[Refusals, object | undefined]>([
  [{}, undefined],
  [{ login: '535 no' }, { step: 'login', isTemporary: false }],
  [{ sender: '553 5.7.1 not yours' }, { step: 'sender', isTemporary: false }],
  [{ receiver: '550 5.1.1 gone' }, { step: 'receiver', isTemporary: false }],
  [{ receiver: '450 4.2.0 greylisted' }, { step: 'receiver', isTemporary: true }],
])('a server that refuses %o', async (refusals, expected) => {
  const { url, letters } = await listen(refusals)
  const refused = await trySmtp({ url, from: 'site@runnel.test', to: 'admin@runnel.test' })
  if (expected === undefined) expect(refused).toBeUndefined()
  else expect(refused).toMatchObject(expected)
  expect(letters).toEqual([])
})

test('a server that is not there, and one that is asked of the sender only', async () => {
  expect(await trySmtp({ url: 'smtp://127.0.0.1:9', from: 'a@x.test', to: undefined })).toMatchObject({
    step: 'connection',
  })
  const { url } = await listen({ receiver: '550 5.1.1 gone' })
  expect(await trySmtp({ url, from: 'a@x.test', to: undefined })).toBeUndefined()
})
