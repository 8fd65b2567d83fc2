import { t } from '@lingui/core/macro'
import { RELIABILITY_DAYS } from '@runnel/contract/constants'
import type { ListedWall } from '@runnel/contract/earn/offerwall'
import { formatDuration, formatNumber, formatPercent } from '#ui/format.ts'

/** What this site's own records tell of a wall, before anybody begins there. */
export const Reliability = ({ reliability }: Pick<ListedWall, 'reliability'>) => {
  if (!reliability) {
    return (
      <span className="text-sm text-muted">
        {t({ id: 'offerwall.reliability.none', message: 'Not enough data on reliability yet' })}
      </span>
    )
  }
  const { credits, chargeBacks, medianSeconds } = reliability
  const count = formatNumber(credits)
  const share = formatPercent(Math.round((chargeBacks / credits) * 10_000))
  const time = medianSeconds === null ? '' : formatDuration(medianSeconds)
  return (
    <span
      className="flex flex-wrap gap-x-3 text-sm text-muted"
      title={t({ id: 'offerwall.reliability.days', message: `Our records of the last ${RELIABILITY_DAYS} days` })}
    >
      <span>{t({ id: 'offerwall.reliability.credits', message: `${count} credited` })}</span>
      <span>
        {chargeBacks === 0
          ? t({ id: 'offerwall.reliability.noBacks', message: 'No chargebacks' })
          : t({ id: 'offerwall.reliability.backs', message: `${share} charged back` })}
      </span>
      {time !== '' && <span>{t({ id: 'offerwall.reliability.time', message: `Typically paid after ${time}` })}</span>}
    </span>
  )
}
