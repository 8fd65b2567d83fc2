import { t } from '@lingui/core/macro'
import type { UserSort, UserStatus } from '@runnel/contract/admin/user'
import type { Role } from '@runnel/contract/values'
import type { Tone } from '#ui/tone.ts'

/** How an account stands, in a word that a colour never replaces. */
export const statusLabel = (status: UserStatus): string => {
  switch (status) {
    case 'active':
      return t({ id: 'admin.user.active', message: 'active' })
    case 'locked':
      return t({ id: 'admin.user.state.locked', message: 'locked' })
    case 'cooldown':
      return t({ id: 'admin.user.cooldown', message: 'on cooldown' })
    case 'unverified':
      return t({ id: 'admin.user.unverified', message: 'email not verified' })
    case 'deleted':
      return t({ id: 'admin.user.deleted', message: 'deleted' })
  }
}

export const statusTones: Record<UserStatus, Tone> = {
  active: 'good',
  locked: 'bad',
  cooldown: 'warn',
  unverified: 'plain',
  deleted: 'plain',
}

export const roleLabel = (role: Role): string => {
  switch (role) {
    case 'user':
      return t({ id: 'admin.role.user', message: 'User' })
    case 'moderator':
      return t({ id: 'admin.role.moderator', message: 'Moderator' })
    case 'admin':
      return t({ id: 'admin.role.admin', message: 'Admin' })
  }
}

export const sortLabel = (sort: UserSort): string => {
  switch (sort) {
    case 'joined':
      return t({ id: 'admin.users.byJoined', message: 'Newest' })
    case 'lastSeen':
      return t({ id: 'admin.user.bySeen', message: 'Last seen' })
    case 'earned':
      return t({ id: 'admin.users.byEarned', message: 'Highest earnings' })
    case 'balance':
      return t({ id: 'admin.users.byBalance', message: 'Highest balance' })
    case 'score':
      return t({ id: 'admin.user.byScore', message: 'Highest score' })
  }
}
