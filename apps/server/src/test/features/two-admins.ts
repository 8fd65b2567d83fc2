import type { AdminMethod } from '@runnel/contract/admin/method'
import type { Person, World } from '#test/world.ts'
import { addMethod, openHanded } from './withdrawing.ts'

export type Fields = NonNullable<Parameters<typeof addMethod>[1]>
export type Coin = NonNullable<Fields['currency']>

/** The rule of two admins, and from how many units on it holds. */
export const twoAdminsRule = { four_eyes: true, four_eyes_adjust_min: 1_000, four_eyes_withdrawal_min: 10_000 }

/** What two admins do about the ways to be paid. */
export const twoAdmins = (world: World) => {
  /** Two admins, and the ways to be paid from before they agreed on the rule. Each test has a coin of its own. */
  const admins = async (...fields: readonly Fields[]) => {
    await world.settings({ ...world.defaults, ...openHanded })
    const first = await world.owner()
    const second = await world.user('partner', { role: 'admin' })
    const ids: string[] = []
    for (const one of fields) ids.push((await addMethod(first, one))._id)
    await world.settings(twoAdminsRule)
    return { first, second, id: ids[0] ?? '', ids }
  }

  const methodOf = async (id: string): Promise<AdminMethod | undefined> =>
    (await (await world.owner()).admin.methods()).methods.find(({ _id }) => _id === id)

  const edit = async (admin: Person, id: string, body: Partial<Fields>) =>
    admin.admin.editMethod({ params: { id }, body })

  const actsOf = async (id: string) =>
    (await (await world.owner()).admin.approvals({ query: { limit: '100' } })).items.filter(({ ref }) => ref === id)

  const actOf = async (id: string): Promise<{ id: string }> => ({ id: (await actsOf(id))[0]?._id ?? '' })

  /** The rates at which people can be paid in a coin right now. */
  const ratesOf = async (currency: Coin): Promise<string[]> => {
    const { methods } = await (await world.user('rate_reader')).withdraw.methods()
    return methods.filter((method) => method.currency === currency && method.closed === null).map(({ rate }) => rate)
  }

  return { admins, methodOf, edit, actsOf, actOf, ratesOf }
}
