import { MarkFamily, MeasureKind } from '@runnel/contract/suspect-schemas'
import { useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { listAt, listQuery, onPage, oneOf, oneOfOr, words, type ListState } from '#features/admin/list/url-state.ts'
import { suspects } from './suspects.ts'

export const scoreChoices = ['1', '20', '40', '60', '80'] as const

const readers = {
  search: words(40),
  minScore: oneOfOr(scoreChoices, '20'),
  family: oneOf(MarkFamily.options),
  measure: oneOf(MeasureKind.options),
  sort: oneOfOr(['score', 'changed'] as const, 'score'),
}

export const suspectList = listAt((query) => to('/app/admin/suspects', { query }), readers)
export type SuspectReaders = typeof readers

export function useSuspectList({ filter, page }: ListState<SuspectReaders>) {
  return useQuery({ ...suspects.query('suspects', { query: { ...filter, ...onPage(page) } }), ...listQuery })
}
