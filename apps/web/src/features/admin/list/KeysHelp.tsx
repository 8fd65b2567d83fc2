import { t } from '@lingui/core/macro'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Switch } from '#ui/Switch.tsx'
import { areKeysOn, switchKeys } from './use-list-keys.ts'

interface KeysHelpProps {
  open: boolean
  onOpen: (open: boolean) => void
  canOpen: boolean
  canPick: boolean
}

/** Says which keys there are; a phone has none to press. */
export function KeysHelp({ open, onOpen, canOpen, canPick }: KeysHelpProps) {
  const [isOn, setIsOn] = useState(areKeysOn)
  const switchTo = (on: boolean) => {
    switchKeys(on)
    setIsOn(on)
  }
  return (
    <>
      <IconButton
        className="max-sm:hidden"
        label={t({ id: 'admin.keys', message: 'Keys (?)' })}
        icon={<IconKeyboard aria-hidden="true" />}
        onClick={() => onOpen(true)}
      />
      <Dialog
        open={open}
        onClose={() => onOpen(false)}
        title={t({ id: 'admin.keys.title', message: 'Keys in this list' })}
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
            label={t({ id: 'admin.keys.on', message: 'Single keys act' })}
            hint={t({ id: 'admin.keys.hint', message: 'Switch this off where you speak instead of typing.' })}
            checked={isOn}
            onChecked={switchTo}
          />
        </div>
      </Dialog>
    </>
  )
}

function keysOf({ canOpen, canPick }: Pick<KeysHelpProps, 'canOpen' | 'canPick'>) {
  const choose = [
    { keys: 'x', deed: t({ id: 'admin.keys.pick', message: 'Choose the row, or not' }) },
    { keys: 'Esc', deed: t({ id: 'admin.keys.none', message: 'Choose none' }) },
  ]
  return [
    { keys: '/', deed: t({ id: 'admin.keys.search', message: 'To the search' }) },
    { keys: '↓', deed: t({ id: 'admin.keys.found', message: 'From the search to the first row' }) },
    { keys: 'j, k', deed: t({ id: 'admin.keys.move', message: 'To the next row, to the one before' }) },
    ...(canPick ? choose : []),
    ...(canOpen ? [{ keys: 'Enter', deed: t({ id: 'admin.keys.open', message: 'Open the row' }) }] : []),
    { keys: '?', deed: t({ id: 'admin.keys.help', message: 'These keys' }) },
  ]
}
