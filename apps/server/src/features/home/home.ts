import type { Contract } from '@runnel/contract'
import {
  EarningKind,
  BannerSize,
  type ContentName,
  type HomeStats,
  type Site,
  type FirstWithdrawal,
} from '@runnel/contract/home'
import type { Locale } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { type ContentPage, renderContent } from '#features/home/content.ts'
import { providerSetup } from '#features/user/user.ts'
import {
  allMethods,
  enabledCurrencies,
  medianPaySeconds,
  type MethodWorld,
  recentPayouts,
  closedReason,
  type Method,
  uncoveredMinimum,
} from '#features/withdraw/withdraw.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { maintenanceMessage } from '#kernel/http/maintenance.ts'
import { coalescedRead } from '#kernel/reads/coalesced-read.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { render } from '#kernel/words/render.ts'
import { asExecutor } from '#money/accounts.ts'
import { flowsInAll, flowsSince } from '#money/daily-totals.ts'
import { earnedIn, paidOutIn } from '#money/sums.ts'
import { paidLately, rateOf } from './earning-rates.ts'
import { translationsOf } from './owner-texts.ts'
import { week } from './week.ts'

export { newsHtml, newsHtmlOf, previewContent, refuseUnreadable, storedTextHtml } from './content.ts'
export { type CardFigures, drawCard } from './card.ts'
export { drawIcon, drawnFor, icons, inHue, manifestOf } from './icons.ts'
export { translationsOf } from './owner-texts.ts'

/** What the public face depends on. */
export type HomeDeps = Pick<DescribedAdapters, 'payouts'>

/** The public face: statistics, the site's look, and the owner's words. */
export const home = ({ payouts }: HomeDeps): Handlers<Contract['home']> => ({
  stats: (_input, { db, settings, now }) => homeStats(db, { payouts, settings, now }),
  site: (_input, { settings, locale }) => siteView(settings, locale),
  content: ({ params }, { db, settings, locale }) => contentPage(db, settings, { ...params, locale }),
})

const STATS_SECONDS = 5
/** What is added up over everybody that ever was changes little, and costs most. */
const TOTALS_SECONDS = 30
const RECENT_PAYOUTS = 8

/** Statistics of the site, at most a few seconds old: everybody may ask, so they are not counted for each. */
export const homeStats = async (db: Read, world: MethodWorld): Promise<HomeStats> => {
  const { settings, now } = world
  const ways = openSources(settings, await stocked(db, now))
  const paid = await paidLately(db, now)
  return {
    ...(await totals(db, now)),
    ...(await recent(db, now)),
    week: await week(db, now),
    ways,
    rates: ways.map((kind) => rateOf(kind, paid, settings.faucet_timer)),
    firstWithdrawal: firstWithdrawal(await offered(db, now), world),
    faucet: faucetFacts(settings),
  }
}

const totals = staleWhileRevalidate(
  coalescedRead(TOTALS_SECONDS, async (db, now) => {
    const [users, inAll, today] = await Promise.all([
      db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
      flowsInAll(db),
      flowsSince(db, dayOf(now)),
    ])
    return {
      totalEarned: earnedIn(inAll),
      totalUsers: users.count,
      paidOut: paidOutIn(inAll),
      earnedToday: earnedIn(today),
      paidToday: paidOutIn(today),
    }
  }),
  (_now: Date) => 'totals',
)

const recent = staleWhileRevalidate(
  coalescedRead(STATS_SECONDS, async (db, now) => {
    const midnight = new Date(`${dayOf(now)}T00:00:00.000Z`)
    const [paid, payouts, median, currencies] = await Promise.all([
      db
        .selectFrom('withdrawals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'paid')
        .where('paid_at', '>=', midnight)
        .executeTakeFirstOrThrow(),
      recentPayouts(db, RECENT_PAYOUTS),
      medianPaySeconds(db, now),
      enabledCurrencies(db),
    ])
    return {
      currencies,
      payouts,
      medianPaySeconds: median,
      payoutsToday: paid.count,
    }
  }),
  (_now: Date) => 'recent',
)

const offered = coalescedRead(STATS_SECONDS, (db) => allMethods(db))

const stocked = coalescedRead(STATS_SECONDS, (db) => sourcesWithStock(db))

const faucetFacts = ({ faucet_reward, faucet_timer }: Settings) => ({ reward: faucet_reward, timer: faucet_timer })

/** What every page needs to know of the site it belongs to, in a reader's language. */
export const siteView = (settings: Settings, locale: Locale): Site => ({
  name: settings.site_name,
  logo: settings.site_logo,
  hue: settings.site_hue,
  currency: settings.site_currency,
  contactEmail: settings.contact_email,
  maintenance: settings.maintenance ? { message: render(maintenanceMessage(settings), locale), until: null } : null,
  registrationOpen: settings.registration_open,
  minimumAge: settings.minimum_age,
  googleLogin: providerSetup(settings, 'google') !== undefined,
  telegramLogin: providerSetup(settings, 'telegram') !== undefined,
  banners: BannerSize.options.filter((size) => settings[`banner_${size}`].trim() !== ''),
  adblockWall: settings.adblock_wall,
})

/** A page of the owner's words: theirs, or the texts that come with Runnel. */
export const contentPage = async (
  db: Read,
  settings: Settings,
  { name, locale }: { name: ContentName; locale: Locale },
): Promise<ContentPage> => {
  const translations = await translationsOf(db, { kind: 'page', subjects: [name], locale })
  const translation = translations.get(name)
  if (translation !== undefined) return renderContent({ name, settings, locale, own: translation })

  const row = await db
    .selectFrom('settings')
    .select('updated_at')
    .where('name', '=', `content_${name.replaceAll('-', '_')}`)
    .executeTakeFirst()
  return renderContent({ name, settings, locale, own: { text: '', updatedAt: row?.updated_at ?? null } })
}

/** Ways that are open only while there is something to do in them. */
type Stocked = Extract<EarningKind, 'ptc' | 'link' | 'offerwall' | 'task' | 'challenge' | 'coupon'>

/** Which of the ways that need a stock have one right now. */
const sourcesWithStock = async (db: Read): Promise<Record<Stocked, boolean>> => {
  const { rows } = await sql<Record<Stocked, boolean>>`
    SELECT EXISTS (SELECT FROM campaigns WHERE status = 'active' AND views_left > 0) AS ptc,
      EXISTS (SELECT FROM link_providers WHERE enabled AND removed_at IS NULL) AS link,
      EXISTS (SELECT FROM offerwalls WHERE enabled) AS offerwall,
      EXISTS (SELECT FROM tasks WHERE status = 'active' AND places > held + accepted + returned) AS task,
      EXISTS (SELECT FROM earn_challenges WHERE enabled) AS challenge,
      EXISTS (SELECT FROM coupons WHERE enabled AND uses < uses_max) AS coupon`.execute(asExecutor(db))
  return rows[0] ?? { ptc: false, link: false, offerwall: false, task: false, challenge: false, coupon: false }
}

/** The ways to earn that are open, in the order of the contract. */
const openSources = (settings: Settings, stocked: Record<Stocked, boolean>): EarningKind[] => {
  const isOpen: Record<EarningKind, boolean> = {
    ...stocked,
    faucet: settings.faucet_reward > 0,
    bonus: true,
    leaderboard: [
      ...settings.leaderboard_prizes_day,
      ...settings.leaderboard_prizes_week,
      ...settings.leaderboard_prizes_month,
    ].some((prize) => prize > 0),
    referral: settings.referral_commission > 0 || settings.referral_offerwall_commission > 0,
  }
  return EarningKind.options.filter((kind) => isOpen[kind])
}

/** What a first withdrawal needs, as `request` of withdraw and its review judge it. */
const firstWithdrawal = (methods: readonly Method[], world: MethodWorld): FirstWithdrawal => {
  const { settings, now } = world
  return {
    methods: methods
      .filter((method) => closedReason(method, world) === null)
      .map(({ name, currency, minimum, fee }) => ({ name, currency, minimum, fee })),
    reviewAbove: settings.payout_auto_max === 0 ? null : settings.payout_auto_max,
    answers: settings.withdraw_min_answers,
    days: settings.withdraw_min_days,
    addressWaitHours: settings.payout_address_wait_hours,
    uncoveredMinimum: uncoveredMinimum(settings, now),
  }
}
