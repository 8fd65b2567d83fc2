import type { PayoutFigures } from '@runnel/contract/admin/statistic'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { processorName } from '#features/admin/shared/processor-name.ts'
import type { Statistic } from './statistic.ts'

export type GroupBy = 'method' | 'currency' | 'processor'

/** The figures of one method, currency or processor with its name. */
export interface Group extends PayoutFigures {
  key: string
  name: string
  note: string | null
}

export const groupsOf = ({ methods, currencies, processors }: Statistic, by: GroupBy): Group[] => {
  switch (by) {
    case 'method':
      return methods.map((row) => ({
        ...row,
        key: row.methodId,
        name: row.method,
        note: `${row.currency} · ${payerOf(row.processor)}`,
      }))
    case 'currency':
      return currencies.map((row) => ({ ...row, key: row.currency, name: row.currency, note: null }))
    case 'processor':
      return processors.map((row) => ({ ...row, key: row.processor, name: payerOf(row.processor), note: null }))
  }
}

/** One that this version does not know keeps the name that stands in the ledger. */
const payerOf = (name: string): string => {
  const known = PayoutProcessor.options.find((processor) => processor === name)
  return known ? processorName(known) : name
}
