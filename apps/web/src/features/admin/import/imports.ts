import { adminImport as contract, IMPORT_PROBLEMS_SHOWN, ImportState, type Import } from '@runnel/contract/admin/import'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import { listAt, onPage, oneOf, words, type ListState } from '#features/admin/list/url-state.ts'

export { IMPORT_PROBLEMS_SHOWN }
export type { Import }

const imports = connect('admin', contract)
export type Preview = Result<typeof contract.import>

const readers = { source: words(40), by: words(40), state: oneOf(ImportState.options) }
export type ImportReaders = typeof readers
export const importList = listAt((query) => to('/app/admin/import', { query }), readers, 'imports')

const runningMs = 2_000
const restMs = 60_000

/** The imports so far; while one runs they are asked for again and again. */
export const useImports = ({ filter, page }: ListState<ImportReaders>) =>
  useQuery({
    ...imports.query('imports', { query: { ...filter, ...onPage(page) } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? runningMs : restMs),
  })

/** Mails go out at their own pace after the accounts have been made. */
const isBusy = ({ state, mails }: Import): boolean => state === 'running' || mails.waiting > 0

export interface ImportUpload {
  file: File
  source: string
  unit: 'units' | 'decimal'
  sendMails: boolean
  mailsPerMinute: number
}

/** Says what a file would do, or does it. */
const send = ({ file, source, unit, sendMails, mailsPerMinute }: ImportUpload, dry: 'true' | 'false') => {
  const mails = sendMails ? ('true' as const) : ('false' as const)
  return imports.calls.import({
    file,
    query: { dry, source, unit, sendMails: mails, mailsPerMinute: String(mailsPerMinute) },
  })
}

export const useImporting = () => ({
  preview: useMutation({ mutationFn: (sending: ImportUpload) => send(sending, 'true') }),
  begin: useMutation({
    mutationFn: (sending: ImportUpload) => send(sending, 'false'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  }),
})

export type ImportMutation = ReturnType<typeof useImporting>
