import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import type { Settings } from '@runnel/contract/settings/settings'
import type { PriceSources } from '#adapters/rates/rates.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { cut, say, together, type Words } from '#kernel/words/say.ts'
import { decimalText, scaled } from '#money/amount.ts'

interface RateDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'current'>
  readonly prices: PriceSources
}

const PROBLEMS_MAX = 300

/** Renews the rates of methods that follow the price sources. */
export const refreshRates = async (deps: RateDeps): Promise<Words> => {
  const { db, settings, prices } = deps
  const methods = await db.read
    .selectFrom('withdraw_methods')
    .select(['id', 'currency'])
    .where('rate_source', '=', 'feed')
    .where('enabled', '=', true)
    .execute()
  if (methods.length === 0) return say('owner.job.noFeedRates')
  const { rate_sources: sources, site_currency: currency, rate_jump_percent: percent } = settings.current()
  const coins = [...new Set(methods.map((method) => method.currency))].sort()
  const enabled = sources.filter((source) => source.enabled)
  const found = await prices({ sources: enabled, coins, currency })
  const counts = { taken: 0, jumped: 0, missing: 0 }
  const problems: string[] = []
  const disputed = new Set<string>()
  for (const { id, currency: coin } of methods) {
    try {
      const rate = rateOf(
        found.flatMap(({ answers }) => answers.get(coin) ?? []),
        percent,
      )
      if (rate === 'disputed') disputed.add(coin)
      counts[typeof rate === 'bigint' ? await acceptRate(deps, { id, coin, rate }) : 'missing'] += 1
    } catch (error) {
      // One odd price must not let those of all others grow old. A run that fails would be repeated at once, and what
      // jumps be taken for seen several times.
      problems.push(`${coin}: ${String(error)}`)
    }
  }
  const silent = found.flatMap(({ name, missing: coin }) =>
    coin === null ? [] : [say('owner.withdraw.noPrice', { source: name, coin })],
  )
  const { taken: updated, jumped, missing } = counts
  return together(
    say('owner.job.ratesUpdated', { updated, jumped, missing }),
    ...silent,
    ...Array.from(disputed, (coin) => say('owner.withdraw.pricesDisagree', { coin })),
    cut(problems.join('; '), PROBLEMS_MAX),
  )
}

const LOWEST = 10n ** 12n
const HIGHEST = 10n ** 33n

/**
 * Units that a coin costs, by the middle of what the sources say; undefined without an answer that makes sense. Of two
 * that are further apart than a jump nobody knows which is wrong: their mean would pay out half of the error.
 */
const rateOf = (prices: readonly string[], percent: Settings['rate_jump_percent']): bigint | 'disputed' | undefined => {
  const rates = prices
    .map((price) => scaled(price) * BigInt(UNITS_PER_CURRENCY))
    .filter((rate) => rate >= LOWEST && rate <= HIGHEST)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = rates[Math.floor(rates.length / 2)]
  const below = rates[Math.floor((rates.length - 1) / 2)]
  if (middle === undefined || below === undefined) return undefined
  return isNear(middle, below, percent) ? (middle + below) / 2n : 'disputed'
}

/** How often a jump has to be seen again before it counts. */
const CONFIRMED = 2

/** Takes a rate over, unless it is too far from the last one and was not seen often enough yet. */
const acceptRate = (
  { db, clock, settings }: RateDeps,
  { id, coin, rate }: { id: string; coin: string; rate: bigint },
) =>
  db.write(async (tx): Promise<'taken' | 'jumped' | 'missing'> => {
    const row = await tx
      .selectFrom('withdraw_methods')
      .select(['rate', 'rate_jump as jump', 'rate_jump_seen as seen'])
      .where('id', '=', id)
      // Its owner may have changed it while the sources were asked.
      .where('currency', '=', coin)
      .where('rate_source', '=', 'feed')
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return 'missing'
    const percent = settings.current().rate_jump_percent
    const isSameJump = row.jump !== null && isNear(rate, scaled(row.jump), percent)
    const seen = isSameJump ? row.seen + 1 : 0
    const mayTake = isNear(rate, scaled(row.rate), percent) || seen >= CONFIRMED
    const text = decimalText(rate, 18)
    const set = mayTake
      ? { rate: text, rate_at: clock(), rate_jump: null, rate_jump_seen: 0 }
      : { rate_jump: text, rate_jump_seen: seen }
    await tx.updateTable('withdraw_methods').set(set).where('id', '=', id).execute()
    return mayTake ? 'taken' : 'jumped'
  })

const isNear = (rate: bigint, before: bigint, percent: Settings['rate_jump_percent']): boolean => {
  const away = rate > before ? rate - before : before - rate
  return away * 100n <= before * BigInt(percent)
}
