import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { isLocale, LOCALES } from '@runnel/contract/locale'
import { useMutation } from '@tanstack/react-query'
import { PageLink } from '#base/PageLink.tsx'
import { setMode, useStore } from '#base/store.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { changeMe, setLocale, user as area } from './user.ts'

export const PreferencesCard = ({ user }: { user: User }) => {
  const dark = useStore((state) => state.UIMode === 'dark')
  const change = useMutation({
    mutationFn: (body: Pick<User, 'tz'>) => area.calls.profile({ body }),
    onSuccess: (answer) => changeMe((known) => ({ ...known, user: answer.user })),
  })
  return (
    <Card title={t({ id: 'account.preferences', message: 'Preferences' })}>
      <div className="form">
        <Select
          label={t({ id: 'app.language', message: 'Language' })}
          options={LOCALES.map(({ tag, name }) => ({ value: tag, label: name }))}
          value={i18n.locale}
          onChange={(tag) => isLocale(tag) && tag !== i18n.locale && void setLocale(tag)}
        />
        <Select
          label={t({ id: 'account.tz', message: 'Time zone' })}
          hint={t({
            id: 'account.tz.hint',
            message: 'Used for times in emails. Daily limits reset at midnight UTC for everyone.',
          })}
          options={timeZones(user.tz)}
          value={change.variables?.tz ?? user.tz}
          onChange={(tz) => tz !== '' && change.mutate({ tz })}
        />
        <Switch
          label={t({ id: 'account.dark', message: 'Dark mode' })}
          checked={dark}
          onChecked={(checked) => setMode(checked ? 'dark' : 'light')}
        />
        <WithoutPictures />
      </div>
    </Card>
  )
}

const ways = {
  without: { withoutPictures: true },
  simple: { withoutPictures: false, simpleImages: true },
  with: { withoutPictures: false, simpleImages: false },
} as const
type Way = keyof typeof ways

const wayLabel = (way: Way): string => {
  if (way === 'without') return t({ id: 'account.pictures.without', message: 'Use accessibility mode' })
  if (way === 'simple') return t({ id: 'account.pictures.simple', message: 'Use simple images' })
  return t({ id: 'account.pictures.with', message: 'Use image captchas' })
}

/** The server does not tell which way was chosen before, so all are offered until one is. */
const WithoutPictures = () => {
  const change = useMutation({ mutationFn: (way: Way) => area.calls.accessible({ body: ways[way] }) })
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3>{t({ id: 'account.pictures', message: 'Claim and withdraw without image captchas' })}</h3>
      <p className="text-sm text-muted">
        {t({
          id: 'account.pictures.text',
          message:
            'For users who can’t use images: your device solves a short computation instead. The reward is the same.',
        })}{' '}
        <PageLink to="/app/captcha-instruction" className="link">
          {t({ id: 'account.pictures.more', message: 'How it works' })}
        </PageLink>
        {' · '}
        <PageLink to="/app/trust" className="link">
          {t({ id: 'account.trust', message: 'Captcha frequency' })}
        </PageLink>
      </p>
      <p className="text-sm text-muted">
        {t({
          id: 'account.pictures.simple.text',
          message:
            'For low vision: simple images have a light background, dark outlines and few pale shapes behind them.',
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        {(['without', 'simple', 'with'] as const).map((way) => (
          <Button
            key={way}
            size="small"
            aria-pressed={change.isSuccess && change.variables === way}
            busy={change.isPending && change.variables === way}
            onClick={() => change.mutate(way)}
          >
            {wayLabel(way)}
          </Button>
        ))}
      </div>
    </div>
  )
}

const timeZones = (current: string): { label: string; value: string }[] => {
  const known = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  return [...known].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
