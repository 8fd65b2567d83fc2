import { t } from '@lingui/core/macro'
import type { OutflowLimit } from '@runnel/contract/settings/outflow-limits'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'

/** Limits as a form holds them. */
export type LimitDraft = { [Part in keyof OutflowLimit]: string }

interface Wanted {
  /** Units of a day; undefined for what has no budget. */
  budget: number | undefined
  limits: LimitDraft
}

/** All that bounds a source in one line. */
export const useLimitsText = (): ((wanted: Wanted) => string) => {
  const currency = useCurrency()
  return ({ budget, limits }) => {
    const money = (units: number) => formatValue(units, currency)
    const of = (text: string) => wholeNumber(text)
    const { hourAmount, dayAmount, hourCount, dayCount, usualTimes } = limits
    const [hourMoney, dayMoney, budgetMoney] = [money(of(hourAmount)), money(of(dayAmount)), money(budget ?? 0)]
    const [hourTimes, dayTimes, times] = [hourCount, dayCount, usualTimes].map((text) => formatNumber(of(text) || 0))
    const parts = [
      (budget ?? 0) > 0 && t({ id: 'admin.limit.budget', message: `${budgetMoney} daily budget` }),
      of(hourAmount) > 0 && t({ id: 'admin.limit.hour', message: `${hourMoney} per hour` }),
      of(dayAmount) > 0 && t({ id: 'admin.limit.day', message: `${dayMoney} per 24 hours` }),
      of(hourCount) > 0 && t({ id: 'admin.limit.hourCount', message: `${hourTimes} payments per hour` }),
      of(dayCount) > 0 && t({ id: 'admin.limit.dayCount', message: `${dayTimes} payments per 24 hours` }),
      of(usualTimes) > 0 && t({ id: 'admin.limit.usual', message: `${times} × the usual rate` }),
    ].filter((part) => part !== false)
    return parts.length === 0 ? t({ id: 'admin.limit.none', message: 'no limit' }) : parts.join(' · ')
  }
}
