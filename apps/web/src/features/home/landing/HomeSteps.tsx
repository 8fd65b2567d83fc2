import { Trans } from '@lingui/react/macro'
import { LEVEL_BONUS_MAX_PERCENT } from '@runnel/contract/constants'
import type { HomeStats } from '@runnel/contract/home'
import type { ReactNode } from 'react'
import { formatSpan } from '#features/home/figures.ts'
import { unitsText } from '#ui/Amount.tsx'
import { StepStream } from './HeroBackground.tsx'

export const HomeSteps = ({ faucet }: { faucet: HomeStats['faucet'] | null }) => (
  <section className="page" aria-labelledby="steps">
    <h2 id="steps">
      <Trans id="home.steps">How it works</Trans>
    </h2>
    <StepStream />
    <ol className="steps">
      <Step number={1} title={<Trans id="home.steps.account">Create an account</Trans>}>
        <Trans id="home.steps.account.text">
          Sign up with a username, email address and password. Verify your email before your first withdrawal.
        </Trans>
      </Step>
      <Step number={2} title={<Trans id="home.steps.human">Solve a captcha</Trans>}>
        <Trans id="home.steps.human.text">
          Select all matching images. It keeps bots out, so there’s more for real users.
        </Trans>
      </Step>
      <Step number={3} title={<Trans id="home.steps.claim">Claim and level up</Trans>}>
        <ClaimText faucet={faucet} />
      </Step>
      <Step number={4} title={<Trans id="home.steps.withdraw">Withdraw</Trans>}>
        <Trans id="home.steps.withdraw.text">
          See the fee, rate and amount you’ll receive before you confirm. If a withdrawal needs review, you’ll see why.
        </Trans>
      </Step>
    </ol>
  </section>
)

const ClaimText = ({ faucet }: { faucet: HomeStats['faucet'] | null }) => {
  const levels = (
    <Trans id="home.steps.levels">
      Each level adds 1% to faucet claims on average, up to {LEVEL_BONUS_MAX_PERCENT}%.
    </Trans>
  )
  if (!faucet) return levels
  const reward = unitsText(faucet.reward)
  const span = formatSpan(faucet.timer)
  return (
    <>
      <Trans id="home.steps.claim.text">
        {reward} every {span}, credited instantly.
      </Trans>{' '}
      {levels}
    </>
  )
}

const Step = ({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) => (
  <li className="step">
    <span className="step-number" aria-hidden="true">
      {number}
    </span>
    <h3>{title}</h3>
    <p>{children}</p>
  </li>
)
