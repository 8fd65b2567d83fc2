import { Trans } from '@lingui/react/macro'
import type { HomeStats } from '@runnel/contract/home'
import type { ReactNode } from 'react'
import { formatSpan } from '#features/home/figures.ts'
import { formatNumber } from '#ui/format.ts'

/** What people ask before they join; the answers that are figures come from records. */
export const HomeFaq = ({ week }: { week: HomeStats['week'] | null }) => (
  <section className="page faq" aria-labelledby="faq">
    <h2 id="faq">
      <Trans id="home.faq">Questions and answers</Trans>
    </h2>
    <Question title={<Trans id="home.faq.free">Does it cost anything?</Trans>}>
      <Trans id="home.faq.free.text">
        No. You never have to pay or deposit anything to earn or withdraw. The withdrawal fee is shown before you
        confirm.
      </Trans>
    </Question>
    <Question title={<Trans id="home.faq.much">How much can I earn?</Trans>}>
      <Trans id="home.faq.much.text">
        That depends on the activities you choose and the time you spend. The amounts are small. You see the reward
        before you start.
      </Trans>
    </Question>
    <Question title={<Trans id="home.faq.fast">How fast are withdrawals paid?</Trans>}>
      {week?.medianPaySeconds ? (
        <Fast payouts={formatNumber(week.payouts)} span={formatSpan(week.medianPaySeconds)} />
      ) : (
        <Trans id="home.faq.fast.few">
          There aren’t enough payouts yet to give a typical time. You see the status of your withdrawal at any time.
        </Trans>
      )}
    </Question>
    <Question title={<Trans id="home.faq.two">Can I have more than one account?</Trans>}>
      <Trans id="home.faq.two.text">
        No, only one account per person. Users who share a home and an internet connection can each have their own.
      </Trans>
    </Question>
    <Question title={<Trans id="home.faq.held">What if a payment is held or my account is locked?</Trans>}>
      <Trans id="home.faq.held.text">
        You see the reason and how long it lasts, and you can appeal. If a withdrawal is rejected, the full amount
        returns to your balance.
      </Trans>
    </Question>
  </section>
)

const Fast = ({ payouts, span }: { payouts: string; span: string }) => (
  <Trans id="home.faq.fast.text">
    Half of the {payouts} withdrawals of the last 7 days were paid within {span} of the request.
  </Trans>
)

const Question = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <details>
    <summary>{title}</summary>
    <p>{children}</p>
  </details>
)
