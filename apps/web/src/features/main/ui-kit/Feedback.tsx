import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { ProgressRing } from '#ui/chart/ProgressRing.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { Spinner } from '#ui/state/Spinner.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Section } from './Section.tsx'

export const Feedback = () => (
  <Section title="What is happening">
    <div className="grid gap-3 lg:grid-cols-2">
      <Alert title="Verify your e-mail" actions={<Button size="small">Send again</Button>}>
        You earn already, but cannot withdraw yet.
      </Alert>
      <Alert tone="money" title="Happy hour">
        Until 13:00 every claim pays half as much again.
      </Alert>
      <Alert tone="good">Your password is changed.</Alert>
      <Alert tone="warn" title="In review">
        Payouts to a new address wait 24 hours after a password change.
      </Alert>
      <Alert tone="bad" title="Account locked">
        Several accounts were used from this device.
      </Alert>
      <Alert tone="plain">Nothing urgent.</Alert>
    </div>
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title="On the way">
        <div className="grid gap-4">
          <ProgressBar label="Level 4" value={780} max={1000} />
          <ProgressBar label="Claim 10 times today" value={3} max={10} money />
          <ProgressBar label="Nothing yet" value={0} max={5} />
          <div className="flex gap-4">
            <ProgressRing label="Daily bonus" value={3} max={7}>
              3/7
            </ProgressRing>
            <ProgressRing label="Done" value={7} max={7}>
              7/7
            </ProgressRing>
          </div>
        </div>
      </Card>
      <Card title="Withdrawal">
        <Stepper
          label="Withdrawal"
          current={1}
          steps={[
            { key: 'asked', label: 'Asked' },
            { key: 'review', label: 'In review' },
            { key: 'sending', label: 'Sending' },
            { key: 'paid', label: 'Paid' },
          ]}
        />
      </Card>
    </div>
    <div className="grid gap-4 lg:grid-cols-3">
      <Card>
        <EmptyState title="No withdrawals yet" actions={<Button variant="primary">Withdraw</Button>}>
          From 5,000 units on you can have them paid out.
        </EmptyState>
      </Card>
      <Card title="Coming">
        <SkeletonText />
        <p className="mt-4 text-2xl">
          <Spinner />
        </p>
      </Card>
      <Card title="Failed">
        <ErrorState onRetry={() => undefined}>The network is away. Check your connection.</ErrorState>
      </Card>
    </div>
  </Section>
)
