import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { OptionalMail } from '@runnel/contract/account/user-kinds'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { mailGroups } from '#features/user/email-preferences.ts'
import { changeMe, refreshMe, user as area } from '#features/user/user.ts'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { DigestField } from './DigestField.tsx'

const id = 'mails'

/** Which mails somebody wants: none but the ones that must be, or all but single kinds. */
export const MailsCard = ({ user: { notifyByMail, mailsOff, emailVerified } }: { user: User }) => {
  const change = useMailPreferences()
  const [hasChosen] = useState(mailsOff.length > 0)
  // It comes later than the page whose address may name it: mails do.
  useEffect(() => {
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [])
  return (
    <Card
      id={id}
      className="scroll-mt-20 lg:col-span-2"
      title={t({ id: 'mails.title', message: 'Email notifications' })}
      note={t({ id: 'account.mail.hint', message: 'We always send password and sign-in emails.' })}
    >
      <div className="grid gap-4">
        <Switch
          label={t({ id: 'account.mail', message: 'Email me about account activity' })}
          checked={notifyByMail}
          onChecked={(on) => change.mutate({ notifyByMail: on })}
        />
        {notifyByMail && (
          <Disclosure summary={countText(mailsOff)} open={hasChosen}>
            <Kinds
              mailsOff={mailsOff}
              onWant={(kind, wanted) => {
                const others = mailsOff.filter((off) => off !== kind)
                change.mutate({ mailsOff: wanted ? others : [...others, kind] })
              }}
            />
          </Disclosure>
        )}
        <DigestField verified={emailVerified} />
      </div>
    </Card>
  )
}

const countText = (mailsOff: readonly OptionalMail[]): string => {
  if (mailsOff.length === 0) return t({ id: 'mails.all', message: 'Email preferences: all on' })
  const [some, all] = [OptionalMail.options.length - mailsOff.length, OptionalMail.options.length]
  return t({ id: 'mails.some', message: `Email preferences: ${some} of ${all} on` })
}

interface KindsProps {
  mailsOff: readonly OptionalMail[]
  onWant: (kind: OptionalMail, wanted: boolean) => void
}

const Kinds = ({ mailsOff, onWant }: KindsProps) => (
  <div className="grid gap-5 lg:grid-cols-3">
    {mailGroups(OptionalMail.options).map(({ key, title, mails }) => (
      <div key={key} role="group" aria-labelledby={`mails-${key}`} className="grid content-start gap-2">
        <h3 id={`mails-${key}`}>{title}</h3>
        {mails.map(({ kind, label }) => (
          <Switch
            key={kind}
            label={label}
            checked={!mailsOff.includes(kind)}
            onChecked={(wanted) => onWant(kind, wanted)}
          />
        ))}
      </div>
    ))}
  </div>
)

type Wishes = Partial<Pick<User, 'notifyByMail' | 'mailsOff'>>

const mutationKey = ['user', 'mails']

/** A switch turns at once; several in a row are sent in their order, and the last answer counts. */
const useMailPreferences = () =>
  useMutation({
    mutationKey,
    scope: { id: 'mails' },
    mutationFn: (body: Wishes) => area.calls.profile({ body }),
    onMutate: (wishes) => changeMe((known) => ({ ...known, user: { ...known.user, ...wishes } })),
    onSuccess: ({ user }) => {
      if (queryClient.isMutating({ mutationKey }) === 1) changeMe((known) => ({ ...known, user }))
    },
    onError: refreshMe,
  })
