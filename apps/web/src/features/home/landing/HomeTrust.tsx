import { Trans } from '@lingui/react/macro'
import type { Site } from '@runnel/contract/home'
import { IconEyeOff, IconListCheck, IconReceipt2, IconScale } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Reasons to believe it, each of which a visitor can check. */
export const HomeTrust = ({ site: { banners } }: { site: Site }) => (
  <section className="page" aria-labelledby="trust">
    <h2 id="trust">
      <Trans id="home.trust">Why users trust us</Trans>
    </h2>
    <div className="trust">
      <Point icon={<IconScale />} title={<Trans id="home.trust.books">Verified ledger</Trans>}>
        <Trans id="home.trust.books.text">
          Every unit is recorded in an append-only ledger. Balances are recalculated from it and checked regularly.
        </Trans>
      </Point>
      <Point icon={<IconListCheck />} title={<Trans id="home.trust.once">Payouts are never sent on a guess</Trans>}>
        <Trans id="home.trust.once.text">
          Every payout is recorded before it is sent and is never repeated on a guess. If it fails, the full amount
          returns to your balance.
        </Trans>
      </Point>
      <Point icon={<IconReceipt2 />} title={<Trans id="home.trust.open">Transparent terms</Trans>}>
        <Trans id="home.trust.open.text">
          You see the reward, timer, fee and rate up front. If a payment is held or an account is locked, we show the
          reason.
        </Trans>
      </Point>
      {banners.length > 0 ? <CagedAds /> : <NobodyElse />}
    </div>
  </section>
)

const NobodyElse = () => (
  <Point icon={<IconEyeOff />} title={<Trans id="home.trust.private">No third parties</Trans>}>
    <Trans id="home.trust.private.text">
      This page loads nothing from third parties: no ad networks, no trackers, no external fonts.
    </Trans>
  </Point>
)

/** The promise of a site that shows its owner's banners. */
const CagedAds = () => (
  <Point icon={<IconEyeOff />} title={<Trans id="home.trust.ads">Isolated ads</Trans>}>
    <Trans id="home.trust.ads.text">
      Ads run in sandboxed frames that can’t read your account or this page. No trackers.
    </Trans>
  </Point>
)

const Point = ({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) => (
  <div className="trust-point">
    <span className="trust-icon" aria-hidden="true">
      {icon}
    </span>
    <h3>{title}</h3>
    <p>{children}</p>
  </div>
)
