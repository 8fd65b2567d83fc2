import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'

/** Why no link has arrived, where the address refused it; undefined where it did not. */
export const refusedText = ({ email, emailRefused }: Pick<User, 'email' | 'emailRefused'>): string | undefined =>
  emailRefused
    ? t({
        id: 'account.refused',
        message: `${email} refused our email. Check the address and change it if it’s wrong.`,
      })
    : undefined
