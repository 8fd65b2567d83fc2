import { t } from '@lingui/core/macro'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { Switch } from '#ui/form/Switch.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { areKeysOn, switchKeys } from './use-list-keys.ts'

interface KeysHelpProps {
  open: boolean
  onOpen: (open: boolean) => void
  canOpen: boolean
  canPick: boolean
}

/** Says which keys there are; a phone has none to press. */
export const KeysHelp = ({ open, onOpen, canOpen, canPick }: KeysHelpProps) => {
  const [isOn, setIsOn] = useState(areKeysOn)
  const switchTo = (on: boolean) => {
    switchKeys(on)
    setIsOn(on)
  }
  return (
    <>
      <IconButton
        className="max-sm:hidden"
        label={t({ id: 'admin.keys.keys', message: 'Keyboard shortcuts (?)' })}
        icon={<IconKeyboard aria-hidden="true" />}
        onClick={() => onOpen(true)}
      />
      <Dialog
        open={open}
        onClose={() => onOpen(false)}
        title={t({ id: 'admin.keys.title', message: 'Keyboard shortcuts' })}
      >
        <div className="grid gap-4">
          <dl className="grid gap-2">
            {keysOf({ canOpen, canPick }).map(({ keys, deed }) => (
              <div key={keys} className="flex items-center justify-between gap-4">
                <dt>{deed}</dt>
                <dd className="figures font-semibold">{keys}</dd>
              </div>
            ))}
          </dl>
          <Switch
            label={t({ id: 'admin.keys.on', message: 'Enable shortcuts' })}
            hint={t({ id: 'admin.keys.hint', message: 'Turn off if you use voice input.' })}
            checked={isOn}
            onChecked={switchTo}
          />
        </div>
      </Dialog>
    </>
  )
}

const keysOf = ({ canOpen, canPick }: Pick<KeysHelpProps, 'canOpen' | 'canPick'>) => {
  const choose = [
    { keys: 'x', deed: t({ id: 'admin.keys.pick', message: 'Select / deselect row' }) },
    { keys: 'Esc', deed: t({ id: 'admin.keys.none', message: 'Clear selection' }) },
  ]
  return [
    { keys: '/', deed: t({ id: 'admin.keys.search', message: 'Focus search' }) },
    { keys: '↓', deed: t({ id: 'admin.keys.found', message: 'Move from search to first row' }) },
    { keys: 'j, k', deed: t({ id: 'admin.keys.move', message: 'Next / previous row' }) },
    ...(canPick ? choose : []),
    ...(canOpen ? [{ keys: 'Enter', deed: t({ id: 'admin.keys.open', message: 'Open row' }) }] : []),
    { keys: '?', deed: t({ id: 'admin.keys.help', message: 'Show shortcuts' }) },
  ]
}
