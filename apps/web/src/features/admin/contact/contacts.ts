import { adminContact as contract, ContactMessage } from '@runnel/contract/admin/contact'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import { offerUndo } from '#features/admin/kit/undo.ts'
import { day, listAt, listQuery, onPage, oneOf, words, type ListState } from '#features/admin/list/url-state.ts'

export const contacts = connect('admin', contract)
export type { ContactMessage }
export type ContactState = ContactMessage['state']
export const contactStates = ContactMessage.shape.state.options

const readers = { search: words(254), state: oneOf(contactStates), from: day, to: day }
export const contactList = listAt((query) => to('/app/admin/contact', { query }), readers, 'contact')
export type ContactReaders = typeof readers

export const useContacts = ({ filter, page }: ListState<ContactReaders>) =>
  useQuery({ ...contacts.query('contactMessages', { query: { ...filter, ...onPage(page) } }), ...listQuery })

/** What is answered or closed no longer waits. */
export const invalidateContacts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })

const reopenAll = (ids: readonly string[]): Promise<unknown> =>
  Promise.all(ids.map((id) => contacts.calls.reopenContact({ params: { id } })))

/** Closes and opens again; both can be taken back. */
export const useContactState = () => ({
  close: useMutation({
    mutationFn: (id: string) => contacts.calls.closeContact({ params: { id } }),
    onSuccess: (answer, id) => offerUndo(answer, () => contacts.calls.reopenContact({ params: { id } })),
    onSettled: invalidateContacts,
  }),
  reopen: useMutation({
    mutationFn: (id: string) => contacts.calls.reopenContact({ params: { id } }),
    onSuccess: (answer, id) => offerUndo(answer, () => contacts.calls.closeContact({ params: { id } })),
    onSettled: invalidateContacts,
  }),
  closeMany: useMutation({
    mutationFn: (ids: string[]) => contacts.calls.closeContacts({ body: { ids } }),
    // What was closed already was not closed by this.
    onSuccess: (answer, ids) => answer.skipped === 0 && offerUndo(answer, () => reopenAll(ids)),
    onSettled: invalidateContacts,
  }),
})
