import { TransferKind } from '@runnel/contract/account/user-kinds'
import {
  adminUser,
  reversibleKinds,
  UserSort,
  UserStatus,
  type AdminUserDetail,
  type AdminUserRow,
} from '@runnel/contract/admin/user'
import { adminUserActs } from '@runnel/contract/admin/user-acts'
import type { Result } from '@runnel/contract/route'
import { Role } from '@runnel/contract/values'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import {
  day,
  listAt,
  listQuery,
  onPage,
  oneOf,
  oneOfOr,
  words,
  type QueryParamReader,
  type ListState,
} from '#features/admin/list/url-state.ts'

export { reversibleKinds }
export type { AdminUserDetail, AdminUserRow }

export const users = connect('admin', { ...adminUser, ...adminUserActs })
export type UserMovement = Result<typeof adminUser.userStatement>['items'][number]

/** Two capital letters; the server takes nothing else. */
const aCountry: QueryParamReader<string | undefined> = {
  maxLength: 2,
  read: (text) => (text && /^[A-Z]{2}$/.test(text) ? text : undefined),
}

export const levelChoices = ['2', '5', '10', '25', '50'] as const
export const scoreChoices = ['20', '40', '60', '80'] as const

const readers = {
  search: words(254),
  role: oneOf(Role.options),
  status: oneOf(UserStatus.options),
  country: aCountry,
  minLevel: oneOf(levelChoices),
  scoreFrom: oneOf(scoreChoices),
  referrer: words(40),
  joinedFrom: day,
  joinedTo: day,
  sort: oneOfOr(UserSort.options, 'joined'),
}

export const userList = listAt((query) => to('/app/admin/users', { query }), readers, 'users')
export type UserReaders = typeof readers

export const useUsers = ({ filter, page }: ListState<UserReaders>) =>
  useQuery({ ...users.query('users', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const useUser = (id: string) =>
  useQuery({ ...users.query('userDetail', { params: { id } }), refetchOnWindowFocus: true })

const movementReaders = { kind: oneOf(TransferKind.options), from: day, to: day }
export type MovementReaders = typeof movementReaders

/** The movements of one user stand in a tab of their page. */
export const movementListOf = (id: string) =>
  listAt(
    (query) => to('/app/admin/users/{id}', { params: { id }, query: { tab: 'statement', ...query } }),
    movementReaders,
    'statement',
  )

export const useMovements = (id: string, { filter, page }: ListState<MovementReaders>) => {
  const call = { params: { id }, query: { ...filter, ...onPage(page) } }
  return useQuery({ ...users.query('userStatement', call), ...listQuery })
}

/** What is done to an account shows in its page, in lists and in what waits. */
export const invalidateUsers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })
