import { t } from '@lingui/core/macro'
import { TrapKind } from '@runnel/contract/admin/trap'

/** What a trap is called; one that this version does not know as the server calls it. */
export const trapName = (trap: string): string => {
  const known = TrapKind.options.find((kind) => kind === trap)
  return known === undefined ? trap : knownTrap(known)
}

export const knownTrap = (kind: TrapKind): string => {
  switch (kind) {
    case 'hidden-field':
      return t({ id: 'admin.trap.hiddenField', message: 'Hidden field filled' })
    case 'decoy-address':
      return t({ id: 'admin.trap.decoyAddress', message: 'Decoy URL' })
    case 'decoy-secret':
      return t({ id: 'admin.trap.decoySecret', message: 'Decoy secret' })
    case 'canary-coupon':
      return t({ id: 'admin.trap.coupon', message: 'Canary coupon' })
    default:
      return otherTrap(kind)
  }
}

type Direct = 'hidden-field' | 'decoy-address' | 'decoy-secret' | 'canary-coupon'

const otherTrap = (kind: Exclude<TrapKind, Direct>): string => {
  switch (kind) {
    case 'forged':
      return t({ id: 'admin.trap.forged', message: 'Forged answer' })
    case 'hidden-option':
      return t({ id: 'admin.trap.option', message: 'Hidden image selected' })
    case 'trap-order':
      return t({ id: 'admin.trap.order', message: 'Decoy solution submitted' })
  }
}
