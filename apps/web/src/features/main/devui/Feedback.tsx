import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SkeletonText } from '#ui/Skeleton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { Section } from './Section.tsx'

export function Feedback() {
  return (
    <Section title="What is happening">
      <div className="grid gap-3 lg:grid-cols-2">
        <Alert title="Verify your e-mail" actions={<Button size="small">Send again</Button>}>You earn already, but cannot withdraw yet.</Alert>
        <Alert tone="money" title="Happy hour">Until 13:00 every claim pays half as much again.</Alert>
        <Alert tone="good">Your password is changed.</Alert>
        <Alert tone="warn" title="In review">Payouts to a new address wait 24 hours after a password change.</Alert>
        <Alert tone="bad" title="Account locked">Several accounts were used from this device.</Alert>
        <Alert tone="plain">Nothing urgent.</Alert>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card>
          <EmptyState title="No withdrawals yet" actions={<Button variant="primary">Withdraw</Button>}>From 5,000 units on you can have them paid out.</EmptyState>
        </Card>
        <Card title="Coming">
          <SkeletonText />
          <p className="mt-4 text-2xl"><Spinner /></p>
        </Card>
        <Card title="Failed">
          <ErrorState onRetry={() => undefined}>The network is away. Check your connection.</ErrorState>
        </Card>
      </div>
    </Section>
  )
}
