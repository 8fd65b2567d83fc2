import { IconArrowRight, IconBell, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import { toastError, toastSuccess } from '#ui/overlay/toast.ts'
import { Section } from './Section.tsx'

const variants = ['primary', 'money', 'plain', 'soft', 'quiet', 'danger', 'danger-soft'] as const

export const Actions = () => {
  const [busy, setBusy] = useState(false)
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap gap-3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <Button variant="primary" busy={busy} onClick={() => setBusy(true)}>
          busy on click
        </Button>
        <Button variant="primary" busy>
          Claim
        </Button>
        <Button as="a" href="#main" variant="soft" icon={<IconArrowRight aria-hidden="true" />}>
          a link
        </Button>
        <Button variant="money" size="large">
          large
        </Button>
        <Button size="small">small</Button>
        <Popover
          label="Notifications"
          button={(button) => <IconButton {...button} label="Notifications" icon={<IconBell aria-hidden="true" />} />}
        >
          <p className="p-3">You received 36 units.</p>
        </Popover>
        <Menu
          label="More"
          button={(button) => (
            <IconButton {...button} label="More" variant="plain" icon={<IconDotsVertical aria-hidden="true" />} />
          )}
          items={[
            {
              key: 'bell',
              label: 'Remind me',
              icon: <IconBell aria-hidden="true" />,
              onSelect: () => toastSuccess('Done.'),
            },
            { key: 'link', label: 'A link', link: { as: 'a', href: '#main' } },
            { key: 'delete', label: 'Delete', icon: <IconTrash aria-hidden="true" />, danger: true },
            { key: 'off', label: 'Not now', disabled: true },
          ]}
        />
        <IconButton label="Delete" variant="danger-soft" icon={<IconTrash aria-hidden="true" />} />
      </div>
      <Overlays />
    </Section>
  )
}

const Overlays = () => {
  const [open, setOpen] = useState(false)
  const ask = async () => {
    const sure = await confirm({
      title: 'Delete this campaign?',
      text: 'The unused 4,000 units go back to your deposit balance.',
      confirmLabel: 'Delete campaign',
      danger: true,
    })
    if (sure) toastSuccess('The campaign is deleted.')
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Button onClick={ask}>Ask first</Button>
      <Button onClick={() => toastSuccess('You received 36 units.')}>Success toast</Button>
      <Button onClick={() => toastError('You can claim again in 94 seconds.')}>Error toast</Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Change your e-mail"
        submitLabel="Change e-mail"
        onSubmit={() => setOpen(false)}
      >
        <p className="text-muted">We send a link to the new address. Until it is opened, the old one stays.</p>
        <TextInput label="New e-mail" type="email" defaultValue="alice@example.com" />
      </FormDialog>
    </div>
  )
}
