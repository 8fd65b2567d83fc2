import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { FirstWithdrawal } from '@runnel/contract/home'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'

/** Everything that stands between a new member and the first payout, before they join. */
export const HomeFirstWithdrawal = ({ rules }: { rules: FirstWithdrawal }) => (
  <section className="page payouts" aria-labelledby="first">
    <div>
      <h2 id="first">
        <Trans id="home.first">Your first withdrawal</Trans>
      </h2>
      <Conditions rules={rules} />
    </div>
    {rules.methods.length > 0 ? (
      <Methods methods={rules.methods} />
    ) : (
      <p className="payouts-empty">{t({ id: 'withdraw.empty', message: 'No withdrawal methods available' })}</p>
    )}
  </section>
)

const Conditions = ({ rules: { answers, days, reviewAbove, addressWaitHours, uncoveredMinimum } }: RulesProps) => (
  <ul className="first">
    <Condition>
      <Trans id="home.first.email">A verified email address. No deposit and no minimum level.</Trans>
    </Condition>
    {uncoveredMinimum !== null && <Uncovered minimum={uncoveredMinimum} />}
    {reviewAbove === null ? (
      <Condition>
        <Trans id="home.first.allReviewed">We review every withdrawal before it is paid.</Trans>
      </Condition>
    ) : (
      <>
        <Above limit={reviewAbove} />
        {answers > 0 && days > 0 && (
          <Condition>
            <Trans id="home.first.review">
              We review your first withdrawal if you have solved fewer than {answers} captchas and used your account for
              less than <Plural value={days} one="# day" other="# days" />.
            </Trans>
          </Condition>
        )}
      </>
    )}
    {addressWaitHours > 0 && (
      <Condition>
        <Trans id="home.first.address">
          The first payout to a new address waits <Plural value={addressWaitHours} one="# hour" other="# hours" />.
        </Trans>
      </Condition>
    )}
  </ul>
)

interface RulesProps {
  rules: FirstWithdrawal
}

const Uncovered = ({ minimum }: { minimum: number }) => {
  const amount = formatValue(minimum, useCurrency())
  return (
    <Condition>
      <Trans id="home.first.uncovered">
        At least {amount} until your offers, ads and tasks cover your faucet and bonus rewards.
      </Trans>
    </Condition>
  )
}

const Above = ({ limit }: { limit: number }) => {
  const amount = formatValue(limit, useCurrency())
  return (
    <Condition>
      <Trans id="home.first.above">Withdrawals above {amount} are reviewed before they are paid.</Trans>
    </Condition>
  )
}

const Condition = ({ children }: { children: ReactNode }) => (
  <li>
    <IconCircleCheck aria-hidden="true" />
    <span>{children}</span>
  </li>
)

const Methods = ({ methods }: Pick<FirstWithdrawal, 'methods'>) => {
  const currency = useCurrency()
  return (
    <table className="methods">
      <thead>
        <tr>
          <th scope="col">{t({ id: 'withdraw.method', message: 'Method' })}</th>
          <th scope="col">{t({ id: 'withdraw.minimum', message: 'Minimum' })}</th>
          <th scope="col">{t({ id: 'withdraw.fee', message: 'Fee' })}</th>
        </tr>
      </thead>
      <tbody>
        {methods.map(({ name, currency: coin, minimum, fee }) => (
          <tr key={`${name} ${coin}`}>
            <th scope="row">
              <CoinLogo currency={coin} className="coins-logo" /> {name}
            </th>
            <td>
              {formatValue(minimum, currency)}
              <small>{unitsText(minimum)}</small>
            </td>
            <td>{formatValue(fee, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
