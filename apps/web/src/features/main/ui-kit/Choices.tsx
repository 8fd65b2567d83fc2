import { useState } from 'react'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { ChoiceCard, ChoiceCards, ChoiceFact } from '#ui/form/ChoiceCards.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'

const currencies = [
  { label: 'Bitcoin', value: 'BTC' },
  { label: 'Litecoin', value: 'LTC' },
  { label: 'Dogecoin', value: 'DOGE' },
  { label: 'Monero (closed today)', value: 'XMR', disabled: true },
  { label: 'Tether on Tron', value: 'USDT' },
]

const sorts = [
  { label: 'Auto', value: 'auto' },
  { label: 'Reward', value: 'reward' },
  { label: 'Duration', value: 'duration' },
]

const speeds = [
  { label: 'As soon as possible', value: 'now', hint: 'The fee is higher.' },
  { label: 'Within a day', value: 'day' },
]

export const ChoiceControls = () => {
  const [way, setWay] = useState('LTC')
  return (
    <ChoiceCards legend="How do you want to be paid?">
      {currencies.slice(0, 4).map(({ label, value, disabled = false }) => (
        <ChoiceCard
          key={value}
          name="way"
          value={value}
          checked={value === way}
          onChoose={disabled ? undefined : () => setWay(value)}
          letters={value}
          title={label}
          note={value}
          hint={disabled ? 'Its node is being looked after.' : null}
          isClosed={disabled}
        >
          <ChoiceFact label="Minimum" note="0.50 USD">
            50,000
          </ChoiceFact>
        </ChoiceCard>
      ))}
    </ChoiceCards>
  )
}

export const Choices = () => {
  const [one, setOne] = useState('LTC')
  const [some, setSome] = useState(['BTC', 'DOGE'])
  const [plain, setPlain] = useState('')
  const [sort, setSort] = useState('auto')
  const [speed, setSpeed] = useState('now')
  return (
    <Card title="Choices">
      <div className="form">
        <Select
          label="Currency"
          name="currency"
          options={currencies}
          value={one}
          onChange={setOne}
          hint="Type to search"
        />
        <Select
          label="Several"
          name="several"
          multiple
          options={currencies}
          value={some}
          onChange={setSome}
          placeholder="Add one"
        />
        <Select
          label="Plain"
          filterable={false}
          options={sorts}
          value={plain}
          onChange={setPlain}
          placeholder="Choose"
          error="Choose one."
        />
        <Segmented label="Sort by" options={sorts} value={sort} onValue={setSort} />
        <RadioGroup label="Speed" options={speeds} value={speed} onValue={setSpeed} />
        <div>
          <Checkbox label="I accept the terms" error="Accept the terms to go on." />
          <Checkbox label="Tell me when I can claim" hint="By a browser notification" defaultChecked />
          <Switch label="Sound" defaultChecked />
          <Switch label="Hide my name on the leaderboard" disabled />
        </div>
      </div>
    </Card>
  )
}
