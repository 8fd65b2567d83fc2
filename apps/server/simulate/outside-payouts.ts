import { createHash } from 'node:crypto'
import type {
  AutomaticPayout,
  ManualPayout,
  PayoutProcessors,
  SignedPayment,
  SignedPayout,
} from '#adapters/payout/payout.ts'

/** A payment that really left, by the provider's own books: nobody at the site can write them. */
export interface Sent {
  /** The withdrawal that it was made for. */
  readonly reference: string
  readonly address: string
  /** Of the coin, as decimal text. */
  readonly amount: string
  readonly txId: string
}

/** What goes wrong with the next calls, one entry for each. */
export type PayoutFault =
  | 'refused'
  | 'retry'
  | 'halt'
  | 'lost before'
  | 'lost after'
  | 'find fails'
  | 'killed before'
  | 'killed after'

export interface FakePayouts {
  readonly processors: PayoutProcessors
  readonly sent: Sent[]
  readonly faults: PayoutFault[]
  /** Called where a fault kills the process that calls. */
  onKill: () => void
  /** Puts what waits into a block. */
  readonly mine: () => void
  /** What a person pays by hand. */
  readonly payByHand: (sent: Sent) => void
}

const txIdOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Providers that remember nothing for the site's sake: told twice, they pay twice. One pays when it is told to, the
 * other is a chain on which each output is spent once.
 */
export const createFakePayouts = (): FakePayouts => {
  const sent: Sent[] = []
  const faults: PayoutFault[] = []
  const chain = createChain(sent)
  const fake: FakePayouts = {
    processors: {},
    sent,
    faults,
    onKill: () => undefined,
    mine: chain.mine,
    payByHand: (payment) => void sent.push(payment),
  }
  const strike = async <T>(work: () => T, said: Partial<Record<PayoutFault, T>> = {}): Promise<T> => {
    const fault = faults.shift()
    const answer = fault === undefined ? undefined : said[fault]
    if (answer !== undefined) return answer
    if (fault === 'lost before') throw new Error('The provider did not answer.')
    if (fault === 'killed before') return killed(fake)
    const done = work()
    if (fault === 'killed after') return killed(fake)
    if (fault === 'lost after') throw new Error('The provider did not answer in time.')
    return done
  }
  return Object.assign(fake, {
    processors: { manual, sandbox: createBank({ sent, strike, faults }), bitcoind: chain.payout(strike) },
  })
}

/** The process dies at this place: nothing after it happens any more. */
const killed = <T>(fake: FakePayouts): Promise<T> => {
  fake.onKill()
  return Promise.reject(new Error('the process was killed'))
}

type Strike = <T>(work: () => T, said?: Partial<Record<PayoutFault, T>>) => Promise<T>

const manual: ManualPayout = { way: 'by-hand', closed: () => null }

interface Bank {
  readonly sent: Sent[]
  readonly faults: PayoutFault[]
  readonly strike: Strike
}

const createBank = ({ sent, faults, strike }: Bank): AutomaticPayout => ({
  way: 'automatic',
  closed: () => null,
  send: ({ reference, address, amount }) =>
    strike<Awaited<ReturnType<AutomaticPayout['send']>>>(
      () => {
        const txId = txIdOf(`bank ${sent.length}`)
        sent.push({ reference, address, amount, txId })
        return { kind: 'paid', txId }
      },
      {
        refused: { kind: 'refused', reason: 'The provider does not know this address.' },
        retry: { kind: 'retry', reason: 'The provider is busy.' },
        halt: { kind: 'retry', reason: 'The wallet is empty.', halt: { scope: 'processor', seconds: 300 } },
      },
    ),
  find: async ({ reference }) => {
    if (faults[0] === 'find fails') {
      faults.shift()
      throw new Error('The provider did not answer.')
    }
    const found = sent.find((one) => one.reference === reference)
    return found === undefined ? { kind: 'absent' } : { kind: 'paid', txId: found.txId }
  },
})

/** A payment as it stands in `raw`: what it spends and whom it pays. */
interface ChainTransaction extends Sent {
  readonly input: string
}

const createChain = (sent: Sent[]) => {
  /** Which payment spends each output: first seen, first taken. */
  const spent = new Map<string, ChainTransaction>()
  const mined = new Set<string>()
  let outputs = 0
  const sign = (order: Sent, held: readonly string[]): SignedPayment => {
    let input = `output-${outputs}`
    while (held.includes(input) || spent.has(input)) {
      outputs += 1
      input = `output-${outputs}`
    }
    const { reference, address, amount } = order
    const txId = txIdOf(`${input} ${reference} ${address} ${amount}`)
    const raw = JSON.stringify({ reference, address, amount, txId, input })
    return { txId, raw, inputs: [input], sender: null, nonce: null, fee: '0.01' }
  }
  const take = (payment: ChainTransaction) => {
    const first = spent.get(payment.input)
    if (first !== undefined && first.txId !== payment.txId) {
      return { kind: 'rejected' as const, answer: 'txn-mempool-conflict' }
    }
    if (first === undefined) {
      spent.set(payment.input, payment)
      sent.push(payment)
    }
    return { kind: 'accepted' as const, answer: 'ok' }
  }
  const payout = (strike: Strike): SignedPayout => ({
    way: 'signed',
    closed: () => null,
    sign: ({ reference, address, amount }, held) =>
      strike<Awaited<ReturnType<SignedPayout['sign']>>>(
        () => ({ kind: 'signed', ...sign({ reference, address, amount, txId: '' }, held) }),
        {
          refused: { kind: 'refused', reason: 'The node refuses this address.' },
          retry: { kind: 'retry', reason: 'The node is busy.' },
        },
      ),
    // What stands there was made by `sign`.
    broadcast: (_method, { raw }) =>
      strike<Awaited<ReturnType<SignedPayout['broadcast']>>>(() => take(JSON.parse(raw) as ChainTransaction), {
        'lost before': { kind: 'lost', answer: 'no answer' },
      }),
    checkStatus: async ({ payments }) => {
      const taken = payments.find(({ inputs, txId }) => inputs.some((input) => spent.get(input)?.txId === txId))
      if (taken === undefined) return { kind: 'absent', answer: 'not found' }
      if (mined.has(taken.txId)) return { kind: 'paid', txId: taken.txId }
      return { kind: 'waiting', answer: 'no block yet' }
    },
    release: async () => true,
  })
  const mine = (): void => {
    for (const { txId } of spent.values()) mined.add(txId)
  }
  return { payout, mine }
}
