import { t } from '@lingui/core/macro'
import { IconCoins } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { useWithdrawMethods } from '#features/withdraw/withdraw.ts'
import { unitsText } from '#ui/Amount.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { Step } from './Step.tsx'

/** What still stands between the balance and the next withdrawal; the first one has a card of its own. */
export const WithdrawStep = ({ balance }: { balance: number }) => {
  const { data } = useWithdrawMethods()
  if (!data || data.first !== null) return null
  const open = data.methods.filter((method) => method.closed === null)
  if (open.length === 0) return null
  const missing = data.requirements.filter(({ code }) => code !== 'EMAIL_UNVERIFIED')
  const minimum = Math.min(...open.map((method) => method.minimum))
  const isReady = data.requirements.length === 0 && balance >= minimum
  return (
    <Step
      icon={<IconCoins aria-hidden="true" />}
      tone={isReady ? 'good' : 'plain'}
      title={
        isReady
          ? t({ id: 'dashboard.withdraw.ready', message: 'You can withdraw' })
          : t({ id: 'dashboard.withdraw', message: 'Progress to withdrawal' })
      }
      action={
        <PageLink to="/app/withdraw" className="link text-sm">
          {t({ id: 'dashboard.withdraw.open', message: 'Withdrawal methods' })}
        </PageLink>
      }
    >
      {balance < minimum && (
        <ProgressBar
          label={t({ id: 'dashboard.withdraw.minimum', message: 'Minimum' })}
          value={balance}
          max={minimum}
          text={unitsText(minimum)}
          money
        />
      )}
      {missing.map(({ code, msg }) => (
        <p key={code} className="mt-1">
          {msg}
        </p>
      ))}
    </Step>
  )
}
