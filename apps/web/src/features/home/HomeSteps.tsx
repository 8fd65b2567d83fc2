import type { HomeStats } from '@runnel/contract/home'
import { LEVEL_BONUS_MAX_PERCENT } from '@runnel/contract/constants'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { unitsInWords } from '#ui/Amount.tsx'
import { formatSpan } from './figures.ts'
import { StepStream } from './Stream.tsx'

export function HomeSteps({ faucet }: { faucet: HomeStats['faucet'] | null }) {
  return (
    <section className="page" aria-labelledby="steps">
      <h2 id="steps">
        <Trans id="home.steps">From the spring to your wallet</Trans>
      </h2>
      <StepStream />
      <ol className="steps">
        <Step number={1} title={<Trans id="home.steps.account">Make an account</Trans>}>
          <Trans id="home.steps.account.text">
            A name, an e-mail address, a password. Confirm the address before your first withdrawal.
          </Trans>
        </Step>
        <Step number={2} title={<Trans id="home.steps.human">Show that you are a person</Trans>}>
          <Trans id="home.steps.human.text">
            A few pictures, tapped in the right order. It keeps the bots out, so that there is something left for you.
          </Trans>
        </Step>
        <Step number={3} title={<Trans id="home.steps.claim">Claim, and rise</Trans>}>
          <ClaimText faucet={faucet} />
        </Step>
        <Step number={4} title={<Trans id="home.steps.withdraw">Withdraw</Trans>}>
          <Trans id="home.steps.withdraw.text">
            Fee, rate and what will arrive are shown before you confirm. If a person has to look at it, you read why.
          </Trans>
        </Step>
      </ol>
    </section>
  )
}

function ClaimText({ faucet }: { faucet: HomeStats['faucet'] | null }) {
  const levels = (
    <Trans id="home.steps.levels">
      Each level adds one percent to faucet claims on average, up to {LEVEL_BONUS_MAX_PERCENT} percent.
    </Trans>
  )
  if (!faucet) return levels
  const reward = unitsInWords(faucet.reward)
  const span = formatSpan(faucet.timer)
  return (
    <>
      <Trans id="home.steps.claim.text">
        {reward} every {span}, yours the moment you see it.
      </Trans>{' '}
      {levels}
    </>
  )
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="step">
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}
