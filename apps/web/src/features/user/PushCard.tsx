import { t } from '@lingui/core/macro'
import { PushKind } from '@runnel/contract/account/user-kinds'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { Loaded } from '#base/Loaded.tsx'
import { useStore } from '#base/store.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { canPush, push, type PushState, refreshPush, switchPushOff, switchPushOn } from './push.ts'

/** Which of somebody's devices are told, of what, and when not. */
export const PushCard = () => {
  const query = useQuery(push.query('settings'))
  return (
    <Card
      id="push"
      className="scroll-mt-20 lg:col-span-2"
      title={t({ id: 'push.title', message: 'Push notifications' })}
      note={t({ id: 'push.note', message: 'They reach your device even when the site is closed.' })}
    >
      <Loaded query={query} loading={<Skeleton height={32} className="rounded-m" />}>
        {(state) => (
          <div className="grid gap-5">
            <ThisDevice state={state} />
            {state.devices.length > 0 && <Wishes state={state} />}
            <OtherDevices devices={state.devices.filter(({ current }) => !current)} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const ThisDevice = ({ state: { devices, publicKey } }: { state: PushState }) => {
  const current = devices.find((device) => device.current)
  const [isBlocked, setBlocked] = useState(false)
  const change = useMutation({
    mutationFn: async () => {
      if (current) return switchPushOff(current)
      setBlocked((await switchPushOn(publicKey)) === 'blocked')
    },
  })
  if (!canPush()) {
    return (
      <p className="text-muted">
        {t({
          id: 'push.impossible',
          message:
            'This browser doesn’t support push notifications. On an iPhone, add the site to your home screen first.',
        })}
      </p>
    )
  }
  return (
    <Switch
      label={t({ id: 'push.here', message: 'Notify this device' })}
      checked={current !== undefined}
      disabled={change.isPending}
      error={
        isBlocked
          ? t({
              id: 'faucet.remind.denied',
              message: 'Notifications are blocked for this site. Allow them in your browser settings.',
            })
          : undefined
      }
      onChecked={() => change.mutate()}
    />
  )
}

const labels = (): Record<PushKind, string> => ({
  'claim-ready': t({ id: 'push.kind.ready', message: 'Faucet claim ready' }),
  paid: t({ id: 'push.kind.paid', message: 'Withdrawals' }),
  credited: t({ id: 'push.kind.credited', message: 'Rewards and deposits' }),
  'charged-back': t({ id: 'push.kind.chargedBack', message: 'Chargebacks' }),
  task: t({ id: 'push.kind.task', message: 'Task decisions' }),
  appeal: t({ id: 'push.kind.appeal', message: 'Answers to your appeals' }),
  security: t({ id: 'push.kind.security', message: 'Sign-in and security' }),
  site: t({ id: 'push.kind.site', message: 'Site alerts' }),
})

type Wish = Partial<Pick<PushState, 'kindsOff' | 'quiet'>>

/** A switch turns at once; several in a row are sent in their order. */
const useWishes = () =>
  useMutation({
    mutationKey: ['user', 'push'],
    scope: { id: 'push' },
    mutationFn: (body: Wish) => push.calls.change({ body }),
    onMutate: (wish) =>
      queryClient.setQueryData<PushState>(push.keyOf('settings'), (known) => known && { ...known, ...wish }),
    onError: refreshPush,
  })

const Wishes = ({ state: { kindsOff, quiet } }: { state: PushState }) => {
  const change = useWishes()
  const isAdmin = useStore(({ user }) => user?.role === 'admin')
  const words = labels()
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <div role="group" aria-labelledby="push-kinds" className="grid content-start gap-2">
        <h3 id="push-kinds">{t({ id: 'push.kinds', message: 'Notify me about' })}</h3>
        {PushKind.options
          .filter((kind) => kind !== 'site' || isAdmin)
          .map((kind) => (
            <Switch
              key={kind}
              label={words[kind]}
              checked={!kindsOff.includes(kind)}
              onChecked={(wanted) => {
                const others = kindsOff.filter((off) => off !== kind)
                change.mutate({ kindsOff: wanted ? others : [...others, kind] })
              }}
            />
          ))}
      </div>
      <QuietHours quiet={quiet} onChange={(hours) => change.mutate({ quiet: hours })} />
    </div>
  )
}

type Quiet = PushState['quiet']

/** Minutes of the day; what a new night is. */
const usual = { from: 22 * 60, until: 7 * 60 }

const QuietHours = ({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) => (
  <div className="grid content-start gap-3">
    <Switch
      label={t({ id: 'push.quiet', message: 'Quiet hours' })}
      hint={t({
        id: 'push.quiet.hint',
        message: 'Notifications wait until they end. Security notifications come at any time.',
      })}
      checked={quiet !== null}
      onChecked={(on) => onChange(on ? usual : null)}
    />
    {quiet && (
      <div className="grid grid-cols-2 gap-3">
        <TimeInput
          label={t({ id: 'push.quiet.from', message: 'From' })}
          minute={quiet.from}
          onMinute={(from) => onChange({ ...quiet, from })}
        />
        <TimeInput
          label={t({ id: 'push.quiet.until', message: 'Until' })}
          minute={quiet.until}
          onMinute={(until) => onChange({ ...quiet, until })}
        />
      </div>
    )}
  </div>
)

interface TimeInputProps {
  label: string
  minute: number
  onMinute: (minute: number) => void
}

const TimeInput = ({ label, minute, onMinute }: TimeInputProps) => (
  <TextInput
    type="time"
    label={label}
    value={[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')}
    onValue={(text) => {
      const [hours, minutes] = text.split(':').map(Number)
      // Emptied, it stays as it was.
      if (hours !== undefined && minutes !== undefined) onMinute(hours * 60 + minutes)
    }}
  />
)

const OtherDevices = ({ devices }: Pick<PushState, 'devices'>) => {
  const remove = useMutation({ mutationFn: switchPushOff })
  if (devices.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3>{t({ id: 'push.others', message: 'Other devices' })}</h3>
      <ul className="grid gap-1">
        {devices.map((other) => {
          const { device } = other
          return (
            <li key={other._id} className="flex items-center gap-3">
              <span className="min-w-0 flex-1">{device}</span>
              <Button
                size="small"
                busy={remove.isPending && remove.variables._id === other._id}
                aria-label={t({ id: 'push.remove.of', message: `Stop notifications on ${device}` })}
                onClick={() => remove.mutate(other)}
              >
                {t({ id: 'push.remove', message: 'Stop' })}
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
