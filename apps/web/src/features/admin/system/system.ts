import { MailState, type adminSystem as contract, type QueuedMail } from '@runnel/contract/admin/system'
import type { Result } from '@runnel/contract/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { listAt, listQuery, onPage, oneOf, type ListState } from '#features/admin/list/url-state.ts'

export type System = Result<typeof contract.system>
export type { QueuedMail }

const minute = 60_000

/** How the machine stands, kept fresh while somebody looks at it. */
export const useSystem = () =>
  useQuery({ ...admin.query('system'), refetchInterval: minute, refetchOnWindowFocus: true })

const readers = { state: oneOf(MailState.options) }
export type MailReaders = typeof readers
export const mailList = listAt((query) => to('/app/admin/system', { query }), readers, 'emails')

export const useMails = ({ filter, page }: ListState<MailReaders>) =>
  useQuery({
    ...admin.query('mails', { query: { ...filter, ...onPage(page) } }),
    ...listQuery,
    refetchInterval: minute,
  })

export const useSendAllAgain = () =>
  useMutation({
    mutationFn: () => admin.calls.sendMailsAgain(),
    onSettled: () => invalidateAdmin('mails', 'system'),
  })

export const useSendAgain = () =>
  useMutation({
    mutationFn: (id: string) => admin.calls.sendMailAgain({ params: { id } }),
    onSettled: () => invalidateAdmin('mails', 'system'),
  })
