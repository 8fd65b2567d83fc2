import { t } from '@lingui/core/macro'
import type { TrustLevel } from '@runnel/contract/check/trust'

/** The name of a level; members see steps instead. */
export const trustLevelName = (level: TrustLevel): string => {
  switch (level) {
    case 'new':
      return t({ id: 'admin.trust.new', message: 'New' })
    case 'known':
      return t({ id: 'admin.trust.known', message: 'Known' })
    case 'trusted':
      return t({ id: 'admin.trust.trusted', message: 'Trusted' })
    case 'proven':
      return t({ id: 'admin.trust.proven', message: 'Proven' })
  }
}
