import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PasswordInput } from '#ui/PasswordInput.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { Section } from './Section.tsx'

export function Forms() {
  const [links, setLinks] = useState(['https://example.com', ''])
  const change = (value: string, index: number) => setLinks(links.map((old, at) => (at === index ? value : old)))
  return (
    <Section title="Forms">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Text">
          <form className="form">
            <TextInput label="Username" hint="3 to 20 letters, digits or _" placeholder="alice" />
            <TextInput label="Email" type="email" defaultValue="alice@" error="This is not a whole e-mail address." />
            <PasswordInput label="Password" defaultValue="correct horse" strength="Strong: long and not common." />
            <TextInput label="Search" hideLabel lead={<IconSearch aria-hidden="true" />} placeholder="Search users" />
            <TextInput label="Address" readOnly defaultValue="bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh" />
            <TextArea label="Message" optional placeholder="What happened?" />
            <Button variant="primary" type="submit" wide>Send</Button>
          </form>
        </Card>
        <Card title="A list of inputs">
          <div className="form">
            {links.map((link, index) => (
              <TextInput key={index} label={`Link ${index + 1}`} type="url" value={link} index={index} onValue={change} />
            ))}
          </div>
        </Card>
      </div>
    </Section>
  )
}
