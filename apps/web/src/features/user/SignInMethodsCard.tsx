import { t } from '@lingui/core/macro'
import { IconBrandGoogle, IconBrandTelegram, IconKey, IconPassword } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import {
  addPasskey,
  canUsePasskeys,
  passkey,
  type Passkeys,
  refreshPasskeys,
  type SignInWays,
} from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatDate } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

/** Every way into the account, and passkeys to be added and removed; the last way stays. */
export const SignInMethodsCard = ({ ways }: { ways: SignInWays }) => {
  const query = useQuery(passkey.query('list'))
  return (
    <Card
      title={t({ id: 'signIn.title', message: 'Sign-in methods' })}
      note={t({
        id: 'signIn.note',
        message: 'A passkey signs you in with your fingerprint, face or screen lock, and can’t be guessed or phished.',
      })}
    >
      <Loaded query={query} loading={<Skeleton height={32} className="rounded-m" />}>
        {({ passkeys }) => (
          <div className="grid gap-4">
            <ul className="grid gap-1">
              {ways.hasPassword && (
                <Method
                  icon={<IconPassword aria-hidden="true" />}
                  name={t({ id: 'auth.password', message: 'Password' })}
                />
              )}
              {ways.google && (
                <Method icon={<IconBrandGoogle aria-hidden="true" />} name="Google" note={ways.google.email} />
              )}
              {ways.telegram && (
                <Method icon={<IconBrandTelegram aria-hidden="true" />} name="Telegram" note={ways.telegram.name} />
              )}
              {passkeys.map((one) => (
                <Passkey key={one.id} passkey={one} />
              ))}
            </ul>
            {canUsePasskeys() ? <AddPasskey number={passkeys.length + 1} /> : <Unsupported />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

interface MethodProps {
  icon: ReactNode
  name: string
  note?: ReactNode
  actions?: ReactNode
}

const Method = ({ icon, name, note, actions }: MethodProps) => (
  <li className="flex items-center gap-3 border-t border-line py-3 first:border-t-0 first:pt-0">
    <span className="drop">{icon}</span>
    <div className="min-w-0 flex-1">
      <p className="font-medium break-words">{name}</p>
      {note && <p className="text-sm break-words text-muted">{note}</p>}
    </div>
    {actions}
  </li>
)

const Unsupported = () => (
  <p className="text-sm text-muted">
    {t({ id: 'passkey.unsupported', message: 'This browser doesn’t support passkeys.' })}
  </p>
)

const AddPasskey = ({ number }: { number: number }) => {
  const add = useMutation({
    mutationFn: () => addPasskey(t({ id: 'passkey.name.new', message: `Passkey ${number}` })),
  })
  return (
    <Button
      icon={<IconKey aria-hidden="true" />}
      className="justify-self-start"
      busy={add.isPending}
      onClick={() => add.mutate()}
    >
      {t({ id: 'passkey.add', message: 'Add passkey' })}
    </Button>
  )
}

const Passkey = ({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkeys[number] }) => {
  const [isNaming, setNaming] = useState(false)
  const remove = useMutation({
    mutationFn: () => passkey.calls.remove({ params: { id } }),
    onSuccess: refreshPasskeys,
  })
  const ask = async () => {
    const title = t({ id: 'passkey.remove.ask', message: `Remove ${name}?` })
    const text = t({ id: 'passkey.remove.text', message: 'It can no longer sign in to your account.' })
    const confirmLabel = t({ id: 'passkey.remove', message: 'Remove passkey' })
    if (await confirm({ title, text, confirmLabel, danger: true })) remove.mutate()
  }
  if (isNaming) return <Rename id={id} name={name} onEnd={() => setNaming(false)} />
  const day = formatDate(createdAt)
  const note = lastUsedAt ? (
    <>
      {t({ id: 'passkey.used', message: 'Last used' })} <RelativeTime iso={lastUsedAt} />
    </>
  ) : (
    t({ id: 'passkey.since', message: `Added on ${day}` })
  )
  const actions = (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        size="small"
        aria-label={t({ id: 'passkey.rename.of', message: `Rename ${name}` })}
        onClick={() => setNaming(true)}
      >
        {t({ id: 'passkey.rename', message: 'Rename' })}
      </Button>
      <Button
        size="small"
        busy={remove.isPending}
        aria-label={t({ id: 'passkey.remove.of', message: `Remove ${name}` })}
        onClick={() => void ask()}
      >
        {t({ id: 'passkey.remove.short', message: 'Remove' })}
      </Button>
    </div>
  )
  return <Method icon={<IconKey aria-hidden="true" />} name={name} note={note} actions={actions} />
}

const nameMost = 40

const Rename = ({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) => {
  const [value, setValue] = useState(name)
  const rename = useMutation({
    mutationFn: () => passkey.calls.rename({ params: { id }, body: { name: value.trim() } }),
    onSuccess: async () => {
      await refreshPasskeys()
      onEnd()
    },
  })
  return (
    <li className="border-t border-line py-3 first:border-t-0 first:pt-0">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (value.trim() !== '') rename.mutate()
        }}
      >
        <TextInput
          label={t({ id: 'passkey.name', message: 'Passkey name' })}
          value={value}
          maxLength={nameMost}
          required
          onValue={setValue}
        />
        <div className="flex gap-3">
          <Button type="submit" variant="primary" size="small" busy={rename.isPending}>
            {t({ id: 'passkey.name.save', message: 'Save name' })}
          </Button>
          <Button size="small" onClick={onEnd}>
            {t({ id: 'ui.cancel', message: 'Cancel' })}
          </Button>
        </div>
      </form>
    </li>
  )
}
