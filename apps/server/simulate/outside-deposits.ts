import type { DepositProcessor, InvoiceState } from '#adapters/deposit/deposit.ts'

/** What goes wrong with the next calls, one entry for each. */
export type DepositFault = 'lost before' | 'lost after' | 'refused' | 'unknown'

/** An invoice in the processor's own books. */
export interface Invoice {
  readonly depositId: string
  readonly providerId: string
  /** Each payment that arrived: its id and the decimal of the site's currency. */
  readonly payments: { readonly paidId: string; readonly paid: string }[]
  state: 'waiting' | 'processing' | 'expired'
}

export interface FakeDeposits {
  readonly processor: DepositProcessor
  readonly invoices: Map<string, Invoice>
  readonly faults: DepositFault[]
}

const GOOD = 'signed by the processor'

/** A webhook about a deposit as the processor sends it, or as somebody forges it. */
export const webhookOf = (depositId: string, isForged: boolean) => ({
  payload: JSON.stringify({ depositId, signature: isForged ? 'guessed' : GOOD }),
  headers: { 'content-type': 'application/json' },
})

export const createFakeDeposits = (): FakeDeposits => {
  const invoices = new Map<string, Invoice>()
  const faults: DepositFault[] = []
  const opened = ({ providerId }: Invoice) => ({ providerId, depositUrl: `https://pay.test/${providerId}` })
  const processor: DepositProcessor = {
    name: 'btcpay',
    closed: () => null,
    open: async (_config, { id }) => {
      const fault = faults.shift()
      if (fault === 'refused') return { kind: 'refused', reason: 'The processor opens nothing now.' }
      if (fault === 'lost before') throw new Error('The processor did not answer.')
      const known = invoices.get(id)
      const invoice = known ?? {
        depositId: id,
        providerId: `invoice-${invoices.size + 1}`,
        payments: [],
        state: 'waiting',
      }
      invoices.set(id, invoice)
      if (fault !== undefined) return { kind: 'unknown', reason: 'The answer was lost.' }
      return { kind: 'opened', ...opened(invoice) }
    },
    readWebhook: async (_config, { body }) => {
      // What the simulator itself has sent.
      const said = JSON.parse(Buffer.from(body).toString('utf8')) as { depositId: string; signature: string }
      if (said.signature !== GOOD) return { kind: 'bad-signature' }
      return { kind: 'heard', depositId: said.depositId, providerId: null, token: null }
    },
    fetchInvoice: async (_config, { depositId, amount }): Promise<InvoiceState> => {
      const fault = faults.shift()
      if (fault === 'unknown') return { kind: 'unknown', reason: 'The processor speaks in riddles.' }
      if (fault !== undefined) throw new Error('The processor did not answer.')
      const invoice = invoices.get(depositId)
      if (invoice === undefined) return { kind: 'waiting' }
      if (invoice.payments.length === 0) return { kind: invoice.state }
      const sum = invoice.payments.reduce((total, { paid }) => total + Number(paid), 0)
      const note = sum < Number(amount) ? 'partial' : sum > Number(amount) ? 'over' : 'exact'
      return { kind: 'paid', note, payments: invoice.payments }
    },
    find: async (_config, { depositId }) => {
      const invoice = invoices.get(depositId)
      return invoice === undefined ? null : opened(invoice)
    },
    reply: {
      ok: { status: 200, body: 'OK' },
      refused: { status: 403, body: 'Refused' },
      later: { status: 503, body: 'Later' },
    },
  }
  return { processor, invoices, faults }
}
