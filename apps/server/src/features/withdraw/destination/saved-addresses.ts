import type { Contract } from '@runnel/contract'
import { type SavedAddress, SAVED_ADDRESSES_MAX } from '@runnel/contract/withdraw'
import { checkDestination, destinationHint } from '#features/withdraw/address.ts'
import { findMethod } from '#features/withdraw/method.ts'
import type { Handlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { addressWait, tellOfNewAddress } from './address-wait.ts'

type Routes = Pick<Handlers<Contract['withdraw']>, 'addresses' | 'saveAddress' | 'removeAddress'>

/** Addresses that people keep, each under a label. One that is saved ahead has waited when it is needed. */
export const savedAddresses: Routes = {
  addresses: async (_input, { db, caller, settings, now }) => {
    const rows = await db
      .selectFrom('payout_addresses')
      .selectAll()
      .where('user_id', '=', caller.id)
      .orderBy('label')
      .orderBy('id')
      .execute()
    const addresses = await Promise.all(
      rows.map(async (row): Promise<SavedAddress> => {
        const { id, method_id: methodId, label, address, address_key: addressKey } = row
        const until = await addressWait(db, { userId: caller.id, address, addressKey }, { settings, now })
        return { _id: id, methodId, label, address, readyAt: until?.toISOString() ?? null }
      }),
    )
    return { addresses }
  },

  saveAddress: async ({ params, body: { address, label } }, context) => {
    const { tx, caller, settings, now } = context
    const method = await findMethod(tx, params.methodId)
    const checked = checkDestination(method, address)
    if (checked === null) {
      return refuseField(
        'address',
        'ADDRESS_INVALID',
        say('withdraw.invalidAddress', { destinationHint: destinationHint(method) }),
      )
    }
    if (checked.invoice !== undefined) {
      refuseField('address', 'ADDRESS_ONCE', say('withdraw.invoicePaidOnceSaved'))
    }
    const place = { userId: caller.id, address, addressKey: checked.key }
    // Two at once take turns, so that neither passes the limit.
    await tx.selectFrom('users').select('id').where('id', '=', caller.id).forUpdate().executeTakeFirst()
    await tellOfNewAddress(context, place, method.name)
    const row = await tx
      .insertInto('payout_addresses')
      .values({
        id: newId(),
        user_id: caller.id,
        method_id: method.id,
        address,
        address_key: checked.key,
        label,
        created_at: now,
      })
      .onConflict((one) => one.columns(['user_id', 'method_id', 'address_key']).doUpdateSet({ label }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const { count } = await tx
      .selectFrom('payout_addresses')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.id)
      .executeTakeFirstOrThrow()
    if (count > SAVED_ADDRESSES_MAX) {
      refuse('conflict', 'TOO_MANY_ADDRESSES', say('withdraw.saveMostAddressesDelete', { most: SAVED_ADDRESSES_MAX }))
    }
    const until = await addressWait(tx, place, { settings, now })
    const saved = { _id: row.id, methodId: method.id, label, address, readyAt: until?.toISOString() ?? null }
    return { address: saved, msg: say('withdraw.addressSaved') }
  },

  removeAddress: async ({ params: { id } }, { tx, caller }) => {
    const gone = await tx
      .deleteFrom('payout_addresses')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('id')
      .executeTakeFirst()
    if (gone === undefined) return refuse('notFound', 'NOT_FOUND', say('withdraw.addressFound'))
    return { msg: say('withdraw.addressDeleted') }
  },
}
