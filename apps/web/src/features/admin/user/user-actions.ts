import type { adminUser } from '@runnel/contract/admin/user'
import type { Call } from '@runnel/contract/route'
import { useMutation } from '@tanstack/react-query'
import { offerUndo } from '#features/admin/kit/undo.ts'
import type { BanWish } from '#features/admin/restriction/BanDialog.tsx'
import { invalidateUsers, users } from './users.ts'

export type UserEdit = Call<typeof adminUser.editUser>['body']['data']

/** What an admin does to one account; each brings its page and the lists up to date, whatever became of it. */
export const useUserActions = (id: string) => {
  const after = { onSettled: invalidateUsers }
  const params = { id }
  return {
    edit: useMutation({ ...after, mutationFn: (data: UserEdit) => users.calls.editUser({ params, body: { data } }) }),
    ban: useMutation({
      ...after,
      mutationFn: ({ reason, until }: BanWish) =>
        users.calls.banUser({ params, body: { reason, ...(until !== undefined && { until }) } }),
      onSuccess: (answer) => offerUndo(answer, () => users.calls.unban({ params })),
    }),
    unban: useMutation({ ...after, mutationFn: () => users.calls.unban({ params }) }),
    cooldown: useMutation({
      ...after,
      mutationFn: (body: { minutes: number; reason: string }) => users.calls.cooldownUser({ params, body }),
    }),
    trust: useMutation({
      ...after,
      mutationFn: (body: { grants: number; reason: string }) => users.calls.trustUser({ params, body }),
    }),
    reverse: useMutation({
      ...after,
      mutationFn: (body: { transferId: string; reason: string }) => users.calls.reverseTransfer({ params, body }),
    }),
    endSessions: useMutation({ ...after, mutationFn: () => users.calls.endUserSessions({ params }) }),
    endSession: useMutation({
      ...after,
      mutationFn: (sessionId: string) => users.calls.endUserSession({ params: { id, sessionId } }),
    }),
    resetPassword: useMutation({ ...after, mutationFn: () => users.calls.resetUserPassword({ params }) }),
    dropTwoStep: useMutation({
      ...after,
      mutationFn: (body: { reason: string }) => users.calls.dropTwoStep({ params, body }),
    }),
  }
}

export type UserActs = ReturnType<typeof useUserActions>

/** What is done to many accounts at once. */
export const useUsersActs = () => ({
  ban: useMutation({
    onSettled: invalidateUsers,
    mutationFn: ({ ids, reason, until }: BanWish & { ids: string[] }) =>
      users.calls.banUsers({ body: { ids, reason, ...(until !== undefined && { until }) } }),
    // Who was locked already was not locked by this.
    onSuccess: (answer, { ids }) =>
      answer.skipped === 0 && offerUndo(answer, () => users.calls.unbanUsers({ body: { ids } })),
  }),
  unban: useMutation({
    onSettled: invalidateUsers,
    mutationFn: (ids: string[]) => users.calls.unbanUsers({ body: { ids } }),
  }),
})
