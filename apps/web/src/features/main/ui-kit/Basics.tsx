import { IconCoins, IconDroplet, IconUsers } from '@tabler/icons-react'
import { Amount } from '#ui/Amount.tsx'
import { Badge, CountBadge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TimerDial } from '#ui/chart/TimerDial.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Section } from './Section.tsx'

export const Basics = () => (
  <>
    <Section title="Timer">
      <div className="grid gap-4 sm:grid-cols-3">
        <Card>
          <TimerDial secondsLeft={287} totalSeconds={300} label="until your next claim" />
        </Card>
        <Card>
          <TimerDial secondsLeft={94} totalSeconds={300} label="until your next claim" />
        </Card>
        <Card>
          <TimerDial
            secondsLeft={0}
            totalSeconds={300}
            ready={
              <Button variant="money" size="large">
                Claim 36
              </Button>
            }
          />
        </Card>
      </div>
    </Section>
    <Section title="Cards and figures">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Card>
          <Stat icon={<IconCoins aria-hidden="true" />} label="Balance" value="12,480" note="≈ $0.1248" />
        </Card>
        <Card>
          <Stat icon={<IconDroplet aria-hidden="true" />} label="Claims today" value="14" note="3 in a row" />
        </Card>
        <Card sunken>
          <Stat icon={<IconUsers aria-hidden="true" />} label="Friends" value="3" />
        </Card>
      </div>
      <Card
        title="Next reward"
        note="What the next claim pays, part by part."
        action={<Badge tone="money">Happy hour</Badge>}
      >
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Amount units={1} />
          <Amount units={1250} show="both" />
          <Amount units={123456789} show="value" />
          <Amount units={36} gain signed />
          <Amount units={-5000} signed />
        </p>
      </Card>
      <Badges />
    </Section>
  </>
)

const Badges = () => (
  <p className="flex flex-wrap gap-2">
    <Badge>Draft</Badge>
    <Badge tone="brand" dot>
      Sending
    </Badge>
    <Badge tone="good" dot>
      Paid
    </Badge>
    <Badge tone="warn" dot>
      In review
    </Badge>
    <Badge tone="bad" dot>
      Rejected
    </Badge>
    <Badge tone="money">Level 4</Badge>
    <CountBadge count={7} label="7 unread" />
    <CountBadge count={250} label="250 unread" tone="bad" />
  </p>
)
