import { useState } from 'react'
import { Amount } from '#ui/Amount.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { BalancePill } from '#ui/BalancePill.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { Sparkline } from '#ui/chart/Sparkline.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Prose } from '#ui/Prose.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const earned = [120, 340, 90, 0, 610, 420, 880, 530, 760, 940, 300, 1020, 870, 1100]
const bars = earned.map((value, index) => ({ label: `Nov ${index + 1}`, value }))
const parts = [
  { key: 'base', label: 'Base reward', value: <Amount units={30} /> },
  { key: 'level', label: 'Level 4', value: <Amount units={1} signed /> },
  { key: 'happy', label: 'Happy hour', value: <Amount units={15} signed /> },
  { key: 'sum', label: 'You receive', value: <Amount units={46} show="both" />, total: true },
]

export const Figures = () => {
  const [units, setUnits] = useState(12_480)
  const [filter, setFilter] = useState(true)
  const [tab, setTab] = useState('earned')
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Earned per day">
          <BarChart label="Earned per day" bars={bars} money />
        </Card>
        <Card title="Next claim">
          <KeyValue pairs={parts} />
        </Card>
        <Card>
          <PageHeader
            title="Shortlinks"
            lead="Open a link, come back, and the reward is yours."
            crumbs={[
              {
                key: 'earn',
                link: (
                  <a className="link" href="#main">
                    Earn
                  </a>
                ),
              },
            ]}
            actions={<Button size="small">Refresh</Button>}
          />
          <Tabs
            label="Boards"
            tabs={[
              { key: 'earned', label: 'Earned' },
              { key: 'friends', label: 'Friends' },
            ]}
            value={tab}
            onValue={setTab}
          >
            <p className="flex items-center gap-3">
              <Avatar name="alice" /> alice <Sparkline label="Rising since Monday" values={earned} />
            </p>
          </Tabs>
        </Card>
        <Card title="Small things">
          <div className="flex flex-wrap items-center gap-3">
            <BalancePill as="a" href="#main" units={units} />
            <Button size="small" onClick={() => setUnits(units + 36)}>
              Receive 36
            </Button>
            <Chip pressed={filter} onClick={() => setFilter(!filter)}>
              Only new
            </Chip>
            <Chip pressed={!filter} onClick={() => setFilter(!filter)}>
              All
            </Chip>
            <CopyButton text="bc1q" label="Copy address" />
            <RelativeTime iso="2026-11-20T08:00:00Z" className="text-muted" />
          </div>
        </Card>
      </div>
      <Text />
    </>
  )
}

const Text = () => (
  <>
    <div>
      <Disclosure summary="When am I paid?" group="faq" open>
        Most payouts leave within the hour.
      </Disclosure>
      <Disclosure summary="What is a unit?" group="faq">
        100,000 units are one dollar.
      </Disclosure>
    </div>
    <Card>
      <Prose html={sampleText} />
    </Card>
  </>
)

const sampleText = [
  "<h2>Terms</h2><p>Be <a href='#main'>honest</a>, and so are we.</p>",
  '<ul><li>One account each</li><li>No bots</li></ul>',
  '<blockquote>Small drops make a stream.</blockquote>',
  '<p>Code: <code>GET /api/home</code></p>',
].join('')
