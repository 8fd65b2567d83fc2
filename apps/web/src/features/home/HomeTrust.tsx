import { Trans } from '@lingui/react/macro'
import type { Site } from '@runnel/contract/home'
import { IconEyeOff, IconListCheck, IconReceipt2, IconScale } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Reasons to believe it, each of which a visitor can check. */
export function HomeTrust({ site: { banners } }: { site: Site }) {
  return (
    <section className="page" aria-labelledby="trust">
      <h2 id="trust">
        <Trans id="home.trust">Built so that you can check</Trans>
      </h2>
      <div className="trust">
        <Point icon={<IconScale />} title={<Trans id="home.trust.books">Books that balance</Trans>}>
          <Trans id="home.trust.books.text">
            Every unit you see was moved by a line in a ledger that nobody can edit. Balances are recounted from those
            lines, to the unit.
          </Trans>
        </Point>
        <Point icon={<IconListCheck />} title={<Trans id="home.trust.once">Paid once, never twice</Trans>}>
          <Trans id="home.trust.once.text">
            A payout is written down before it is sent and never sent again on a guess. If it is refused, the whole
            amount returns to your balance.
          </Trans>
        </Point>
        <Point icon={<IconReceipt2 />} title={<Trans id="home.trust.open">Nothing in small print</Trans>}>
          <Trans id="home.trust.open.text">
            Reward, wait, fee and rate stand beside the button. A hold or a lock comes with its reason in words.
          </Trans>
        </Point>
        {banners.length > 0 ? <CagedAds /> : <NobodyElse />}
      </div>
    </section>
  )
}

function NobodyElse() {
  return (
    <Point icon={<IconEyeOff />} title={<Trans id="home.trust.private">No third parties here</Trans>}>
      <Trans id="home.trust.private.text">
        This page loads nothing from anybody else: no ads network, no tracker, no font service.
      </Trans>
    </Point>
  )
}

/** The promise of a site that shows its owner's banners. */
function CagedAds() {
  return (
    <Point icon={<IconEyeOff />} title={<Trans id="home.trust.ads">Ads behind glass</Trans>}>
      <Trans id="home.trust.ads.text">
        Banners run in closed frames: they can read neither your account nor this page. No tracker, no font service.
      </Trans>
    </Point>
  )
}

function Point({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <div className="trust-point">
      <span className="trust-icon" aria-hidden="true">
        {icon}
      </span>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  )
}
