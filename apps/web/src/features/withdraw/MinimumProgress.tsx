import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'

interface MinimumProgressProps {
  /** What the minimum belongs to. */
  name: string
  balance: number
  minimum: number
}

/** The balance is not enough yet: how far it is, and where the rest comes from. */
export const MinimumProgress = ({ name, balance, minimum }: MinimumProgressProps) => {
  const missing = unitsText(minimum - balance)
  return (
    <Card title={t({ id: 'withdraw.reach', message: `${missing} to go` })}>
      <div className="grid gap-4">
        <ProgressBar
          label={t({ id: 'withdraw.reach.minimum', message: `${name} minimum` })}
          value={balance}
          max={minimum}
          money
        />
        <p className="text-muted">
          {t({
            id: 'withdraw.reach.text',
            message: 'Your earnings never expire.',
          })}
        </p>
        <Button as={PageLink} to="/app/faucet" variant="money">
          {t({ id: 'withdraw.reach.faucet', message: 'Earn from the faucet' })}
        </Button>
      </div>
    </Card>
  )
}
