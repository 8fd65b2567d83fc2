import { randomBytes } from 'node:crypto'
import type { Contract } from '@runnel/contract'
import { bech32 } from '@scure/base'
import { canScan, closedReason, findMethod, type MethodWorld } from '#features/withdraw/method.ts'
import { arrivesOf } from '#features/withdraw/quote.ts'
import { later } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { msatOf, readInvoice, satAmount } from '#money/lightning.ts'
import { isLate } from './invoice.ts'

interface ScanDeps extends Pick<MethodWorld, 'payouts'> {
  readonly publicUrl: string
}

type Routes<Name extends keyof Contract['withdraw']> = Pick<Handlers<Contract['withdraw']>, Name>

const VALID_SECONDS = 900
const SAT = 1_000n
/** LUD-01 allows more than bech32 does. */
const LNURL_LENGTH = 2_000
const EXPIRED = say('withdraw.qrCodeExpiredShow')

const hashOf = (k1: string): Buffer => sha256(k1)
const error = (reason: string) => ({ status: 'ERROR', reason }) as const

/** An address as wallets scan it: bech32 with the prefix `lnurl`, in upper case, which makes a smaller QR code. */
export const lnurlOf = (url: string): string =>
  bech32.encode('lnurl', bech32.toWords(new TextEncoder().encode(url)), LNURL_LENGTH).toUpperCase()

/** What a wallet asks for (LUD-03). */
const walletRoutes = (publicUrl: string): Routes<'lnurl' | 'lnurlInvoice'> => ({
  lnurl: async ({ params: { k1 } }, { db, settings, now }) => {
    const row = await db
      .selectFrom('invoice_scans')
      .select('msat')
      .where('k1_hash', '=', hashOf(k1))
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (row === undefined) return error(EXPIRED)
    return {
      tag: 'withdrawRequest',
      callback: `${publicUrl}/api/lnurl/${k1}/invoice`,
      k1,
      defaultDescription: settings.site_name,
      minWithdrawable: Number(row.msat),
      maxWithdrawable: Number(row.msat),
    }
  },

  lnurlInvoice: async ({ params: { k1 }, query: { pr } }, { tx, now, notifyLive }) => {
    const row = await tx
      .selectFrom('invoice_scans')
      .select(['id', 'user_id', 'msat', 'invoice'])
      .where('k1_hash', '=', hashOf(k1))
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return error(EXPIRED)
    const invoice = readInvoice(pr)
    if (invoice === null) return error(say('withdraw.invalidInvoice'))
    if (row.invoice !== null) {
      return row.invoice === invoice.text ? { status: 'OK' } : error(say('withdraw.anotherInvoiceAlreadySent'))
    }
    const msat = BigInt(row.msat)
    if (invoice.msat !== msat) return error(say('withdraw.invoiceMustExactly', { msat: satAmount(msat) }))
    if (isLate(invoice, now)) return error(say('withdraw.invoiceExpiresTooSoon'))
    await tx.updateTable('invoice_scans').set({ invoice: invoice.text }).where('id', '=', row.id).execute()
    notifyLive(row.user_id)
    return { status: 'OK' }
  },
})

/**
 * LNURL-withdraw: a wallet scans a code and sends an invoice, which the user then confirms like one that was
 * pasted. So whoever sees the code can suggest an invoice and take nothing.
 */
export const invoiceScans = ({
  payouts,
  publicUrl,
}: ScanDeps): Routes<'scan' | 'scanned' | 'lnurl' | 'lnurlInvoice'> => ({
  ...walletRoutes(publicUrl),

  scan: async ({ params, body: { amount } }, { tx, caller, settings, now }) => {
    const method = await findMethod(tx, params.methodId)
    const closed = closedReason(method, { payouts, settings, now })
    if (closed !== null) refuse('conflict', 'METHOD_CLOSED', closed)
    if (!canScan(method, settings)) {
      refuse('conflict', 'SCAN_CLOSED', say('withdraw.methodTakesNoScanned'))
    }
    const { receives } = arrivesOf(method, amount, { settings })
    const { main } = await balancesOf(tx, caller.id)
    if (amount > main) refuse('conflict', 'INSUFFICIENT_BALANCE', say('withdraw.insufficientBalance'))
    const msat = msatOf(receives) - (msatOf(receives) % SAT)
    if (msat === 0n) refuse('conflict', 'AMOUNT_TOO_SMALL', say('withdraw.amountTooSmallCurrency'))
    const [id, k1, expiresAt] = [newId(), randomBytes(32).toString('hex'), later(now, VALID_SECONDS)]
    // An earlier code of the same user is no longer shown.
    await tx.deleteFrom('invoice_scans').where('user_id', '=', caller.id).execute()
    await tx
      .insertInto('invoice_scans')
      .values({
        id,
        k1_hash: hashOf(k1),
        user_id: caller.id,
        method_id: method.id,
        msat: msat.toString(),
        invoice: null,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    return { _id: id, lnurl: lnurlOf(`${publicUrl}/api/lnurl/${k1}`), expiresAt: expiresAt.toISOString() }
  },

  scanned: async ({ params: { id } }, { db, caller, now }) => {
    const row = await db
      .selectFrom('invoice_scans')
      .select('invoice')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row ?? refuse('notFound', 'NOT_FOUND', EXPIRED)
  },
})
