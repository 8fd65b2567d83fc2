import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { type ActKind, NothingToDoError } from '#simulate/act-context.ts'
import type { PayoutFault } from '#simulate/outside-payouts.ts'
import { captchaOf, type Person } from '#simulate/people.ts'

const versions: Readonly<Record<string, number>> = { DOGE: 0x1e, LTC: 0x30, TRX: 0x41 }

/** An address that is right in form, belongs to nobody, and is the same for the same person. */
const addressOf = (currency: string, { id }: Person): string =>
  createBase58check(sha256).encode(
    new Uint8Array([versions[currency] ?? 0, ...sha256(Buffer.from(`${currency} ${id}`)).slice(0, 20)]),
  )

const withdraw: ActKind = {
  weight: 10,
  moves: ['withdraw-request'],
  run: async (stage) => {
    const { site, dice } = stage
    const person = stage.member()
    const { id: methodId = '', currency = '' } = await stage.one(
      'SELECT id, currency FROM withdraw_methods WHERE enabled ORDER BY position, id',
    )
    const [row] = await stage.rows('SELECT balance FROM accounts WHERE name = $1', [`main:${person.id}`])
    const has = Number(row?.['balance'] ?? 0)
    const amount = dice.chance(0.2)
      ? dice.amount(400, 50_000)
      : Math.max(500, Math.floor(has * (0.2 + 0.8 * dice.next())))
    const captcha = await captchaOf({ db: site.db, secrets: site.secrets, now: site.clock() }, person, 'withdraw')
    const body = { address: addressOf(currency, person), amount, captcha }
    const { withdrawal } = await stage.as(person).withdraw.request({ params: { methodId }, body })
    stage.expect(person.id, -amount)
    return `${person.username} asks for ${amount} in ${currency}: ${withdrawal.status}`
  },
}

/** Withdrawals of people who owe, which is where a wrong decision costs the site most. */
const reviewsOfDebtors = `SELECT id, user_id AS owner, amount::text FROM withdrawals
  WHERE status = 'review' AND EXISTS (
    SELECT FROM accounts WHERE accounts.name = 'main:' || withdrawals.user_id AND accounts.debt > 0)
  ORDER BY id DESC LIMIT 10`

const countByStatus = (...statuses: string[]): string =>
  `SELECT id, user_id AS owner, amount::text, status, currency, address, processor,
   trim_scale(receives)::text AS receives FROM withdrawals
   WHERE status IN (${statuses.map((status) => `'${status}'`).join(', ')}) ORDER BY id DESC LIMIT 10`

/** An admin with an old list before them also decides about what has left already, which the site must refuse. */
const decidedStatuses = (isOldList: boolean): string[] =>
  isOldList ? ['sending', 'unknown', 'paid', 'failed'] : ['review', 'approved']

const decideWithdrawal: ActKind = {
  weight: 7,
  moves: ['withdraw-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const ofDebtors = dice.chance(0.4) ? await stage.rows(reviewsOfDebtors) : []
    const chosen = ofDebtors.length > 0 ? reviewsOfDebtors : countByStatus(...decidedStatuses(dice.chance(0.2)))
    const { id = '', owner = '', amount } = await stage.one(chosen)
    const { admin } = stage.as(stage.admin())
    if (dice.chance(0.6)) {
      const { done } = await admin.approveWithdrawals({ body: { ids: [id] } })
      return done > 0 ? `an admin approves ${amount}` : `an admin would approve ${amount}`
    }
    const { done } = await admin.rejectWithdrawals({ body: { ids: [id], reason: 'It does not look right.' } })
    stage.expect(owner, done * Number(amount))
    const name = site.members.find((one) => one.id === owner)?.username
    return `an admin rejects ${amount} of ${name}`
  },
}

const payByHand: ActKind = {
  weight: 2,
  moves: ['withdraw-paid', 'withdraw-fee'],
  run: async (stage) => {
    const { site, dice } = stage
    const found = await stage.rows(countByStatus('approved'))
    const chosen = dice.pick(found.filter(({ processor }) => processor === 'manual'))
    if (chosen === undefined) throw new NothingToDoError()
    const id = String(chosen['id'])
    const txId = `by-hand-${id}`
    await stage.as(stage.admin()).admin.markPaid({ params: { id }, body: { txId } })
    site.payouts.payByHand({
      reference: id,
      address: String(chosen['address']),
      amount: String(chosen['receives']),
      txId,
    })
    return `an admin pays ${chosen['amount']} by hand`
  },
}

/** What nobody knows the fate of: an honest admin checks the provider's books before they decide. */
const settleUnknown: ActKind = {
  weight: 2,
  moves: ['withdraw-paid', 'withdraw-fee', 'withdraw-refund', 'debt-repay'],
  run: async (stage) => {
    const { site, dice } = stage
    const { id = '', owner = '', amount } = await stage.one(countByStatus('unknown'))
    const { admin } = stage.as(stage.admin())
    const params = { id }
    if (dice.chance(0.4)) {
      const { status } = await admin.lookUpWithdrawal({ params })
      return `an admin looks ${amount} up: ${status}`
    }
    const sent = site.payouts.sent.find(({ reference }) => reference === id)
    if (sent !== undefined) {
      await admin.markPaid({ params, body: { txId: sent.txId } })
      return `an admin writes down that ${amount} arrived`
    }
    const before = await refundedOf(stage.rows, id)
    await admin.refundUnknown({ params, body: { reason: 'The provider has no such payment.' } })
    if (before < (await refundedOf(stage.rows, id))) stage.expect(owner, Number(amount))
    return `an admin gives ${amount} back`
  },
}

type Rows = Parameters<ActKind['run']>[0]['rows']

const refundedOf = async (rows: Rows, id: string): Promise<number> =>
  (await rows('SELECT 1 FROM transfers WHERE key = $1', [`withdraw-refund:${id}`])).length

const faults: readonly PayoutFault[] = ['refused', 'retry', 'halt', 'lost before', 'lost after', 'find fails']

const payoutTrouble: ActKind = {
  weight: 2,
  moves: [],
  run: async ({ site, dice }) => {
    const next = Array.from({ length: dice.whole(1, 3) }, () => dice.pick(faults) ?? 'retry')
    site.payouts.faults.push(...next)
    return `the next payouts go wrong: ${next.join(', ')}`
  },
}

const block: ActKind = {
  weight: 3,
  moves: [],
  run: async ({ site }) => {
    site.payouts.mine()
    return 'a block is found'
  },
}

export const withdrawing = { withdraw, decideWithdrawal, payByHand, settleUnknown, payoutTrouble, block }
