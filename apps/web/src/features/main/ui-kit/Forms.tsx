import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { StrengthMeter } from '#ui/form/StrengthMeter.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Choices, ChoiceControls } from './Choices.tsx'
import { Section } from './Section.tsx'

const email = 'This is not a whole e-mail address.'

export const Forms = () => {
  const [links, setLinks] = useState(['https://example.com', ''])
  const change = (value: string, index: number) => setLinks(links.map((old, at) => (at === index ? value : old)))
  return (
    <Section title="Forms">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Text">
          <form className="form" onSubmit={(event) => event.preventDefault()}>
            <ErrorSummary errors={{ 'dev-email': email }} />
            <TextInput label="Username" hint="3 to 20 letters, digits or _" placeholder="alice" />
            <TextInput id="dev-email" label="Email" type="email" defaultValue="alice@" error={email} />
            <PasswordInput
              label="Password"
              autoComplete="new-password"
              defaultValue="correct horse"
              strength={<StrengthMeter score={3}>Good. One more word would make it strong.</StrengthMeter>}
            />
            <TextInput label="Search" hideLabel lead={<IconSearch aria-hidden="true" />} placeholder="Search users" />
            <TextInput label="Address" readOnly defaultValue="bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh" />
            <TextArea label="Message" optional placeholder="What happened?" />
            <Button variant="primary" type="submit" wide>
              Send
            </Button>
          </form>
        </Card>
        <div className="grid gap-4">
          <Choices />
          <Card title="A list of inputs">
            <div className="form">
              {links.map((link, index) => (
                <TextInput
                  key={index}
                  label={`Link ${index + 1}`}
                  type="url"
                  value={link}
                  index={index}
                  onValue={change}
                />
              ))}
            </div>
          </Card>
        </div>
      </div>
      <ChoiceControls />
    </Section>
  )
}
