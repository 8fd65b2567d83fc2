import { t } from '@lingui/core/macro'
import type { SavedAddress, WithdrawMethod } from '@runnel/contract/withdraw'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, messageOf } from '#api/failure.ts'
import { Button } from '#ui/Button.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatDateTime } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { addressesChanged, useSavedAddresses, withdraw } from './withdraw.ts'

interface SavedAddressesProps {
  method: WithdrawMethod
  /** What stands in the form. */
  address: string
  onChoose: (address: string) => void
}

/** Addresses that somebody keeps for this method: to choose one, and to save what was just entered. */
export const SavedAddresses = ({ method, address, onChoose }: SavedAddressesProps) => {
  const saved = useSavedAddresses(method._id)
  const isNew = address.trim() !== '' && !saved.some((one) => one.address === address.trim())
  if (saved.length === 0 && !isNew) return null
  return (
    <Disclosure summary={t({ id: 'withdraw.saved', message: 'Saved addresses' })}>
      <div className="grid gap-3">
        {saved.length > 0 && (
          <ul className="rows">
            {saved.map((one) => (
              <Saved key={one._id} saved={one} onChoose={() => onChoose(one.address)} />
            ))}
          </ul>
        )}
        {isNew && <Save methodId={method._id} address={address.trim()} />}
      </div>
    </Disclosure>
  )
}

const Saved = ({ saved, onChoose }: { saved: SavedAddress; onChoose: () => void }) => {
  const { _id, label, address, readyAt } = saved
  const remove = useMutation({
    mutationFn: () => withdraw.calls.removeAddress({ params: { id: _id } }),
    onSettled: addressesChanged,
  })
  return (
    <li className="flex items-center gap-2 py-2">
      <button type="button" className="min-w-0 grow text-start" onClick={onChoose}>
        <span className="link block font-semibold">{label}</span>
        <span className="block text-xs break-all text-muted">{address}</span>
        {readyAt && (
          <span className="block text-sm text-muted">
            {t({ id: 'withdraw.saved.wait', message: `New: payouts wait until ${formatDateTime(readyAt)}.` })}
          </span>
        )}
      </button>
      <IconButton
        label={t({ id: 'withdraw.saved.remove', message: `Delete ${label}` })}
        icon={<IconTrash aria-hidden="true" />}
        onClick={() => remove.mutate()}
      />
    </li>
  )
}

const Save = ({ methodId, address }: { methodId: string; address: string }) => {
  const [label, setLabel] = useState('')
  const save = useMutation({
    mutationFn: () => withdraw.calls.saveAddress({ params: { methodId }, body: { address, label: label.trim() } }),
    onSuccess: () => {
      setLabel('')
      addressesChanged()
    },
  })
  const problem = save.error && (Object.values(fieldErrors(save.error))[0] ?? messageOf(save.error))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-40 grow">
        <TextInput
          label={t({ id: 'withdraw.saved.label', message: 'Label for this address' })}
          maxLength={40}
          value={label}
          onValue={setLabel}
          error={problem ?? undefined}
        />
      </div>
      <Button busy={save.isPending} disabled={label.trim() === ''} onClick={() => save.mutate()}>
        {t({ id: 'withdraw.saved.save', message: 'Save address' })}
      </Button>
    </div>
  )
}
