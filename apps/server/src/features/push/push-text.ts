import type { PushedNotification, PushKind } from '@runnel/contract/account/user-kinds'
import type { Locale } from '@runnel/contract/locale'
import { notificationSubject, type Sender } from '#features/auth/auth.ts'
import { mailedKinds, type NotificationValues } from '#features/user/user.ts'
import { render } from '#kernel/words/render.ts'
import { money, say } from '#kernel/words/say.ts'

/** One sentence and the page that it is about; nothing else of a member goes to a push service. */
export interface PushText {
  readonly body: string
  readonly path: string
}

const paths: Readonly<Record<PushKind, string>> = {
  'claim-ready': '/app/faucet',
  paid: '/app/withdraw',
  credited: '/app/dashboard',
  'charged-back': '/app/dashboard',
  task: '/app/task',
  appeal: '/app/locked',
  security: '/app/account',
  site: '/app/admin/overview',
}

export const readyText = (locale: Locale): PushText => ({
  body: render(say('push.claimReady'), locale),
  path: paths['claim-ready'],
})

interface Told {
  readonly kind: PushedNotification
  readonly values: Readonly<Record<string, string | number>>
  readonly push: PushKind
}

/** A notification in the words of its mail's subject, or in its own where it is not mailed. */
export const pushText = (sender: Sender, { kind, values, push }: Told): PushText => {
  const mailed = mailedKinds.find((other) => other === kind)
  // `write` in notify.ts is the only writer, and it takes the values that belong to each kind.
  const text =
    mailed === undefined
      ? sentenceOf(sender, kind, values)
      : notificationSubject(sender, mailed, values as NotificationValues[typeof mailed])
  return { body: render(text, sender.locale), path: paths[push] }
}

const sentenceOf = ({ currency }: Sender, kind: PushedNotification, values: Told['values']): string => {
  const word = (name: string): string => String(values[name] ?? '')
  const about = word('offer') || word('link') || word('title')
  const amount = money(Number(values['amount'] ?? 0), currency)
  if (kind === 'offer-charged-back' || kind === 'view-returned') return say('push.chargedBack', { amount, about })
  if (kind === 'submission-accepted') return say('push.accepted', { amount, about })
  if (kind === 'task-approved') return say('push.taskApproved', { about })
  if (kind === 'new-device') return say('push.newDevice', { device: word('device') })
  return say('push.credited', { amount, about })
}
