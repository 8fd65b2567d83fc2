import { plural, t } from '@lingui/core/macro'
import { IconCalendarStar, IconEye, IconLink, IconNews, IconTargetArrow, type Icon } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText } from '#ui/Amount.tsx'
import type { Todo } from './dashboard.ts'
import { Step } from './Step.tsx'

/** What has a step of its own with more to say is not repeated here. */
type Kind = Exclude<Todo['kind'], 'verify-email' | 'claim-faucet'>

export const isPlainTodo = (todo: Todo): todo is Todo & { kind: Kind } =>
  todo.kind !== 'verify-email' && todo.kind !== 'claim-faucet'

/** One thing that is worth a press now, with the way there. */
export const TodoStep = ({ todo }: { todo: Todo & { kind: Kind } }) => {
  const { icon: TodoIcon, place } = looks[todo.kind]
  const units = unitsText(todo.amount)
  return (
    <Step
      icon={<TodoIcon aria-hidden="true" />}
      tone={todo.amount > 0 ? 'money' : 'brand'}
      title={titleOf(todo)}
      action={
        <PageLink to={place} className="link text-sm">
          {actionOf(todo.kind)}
        </PageLink>
      }
    >
      {todo.amount > 0 && t({ id: 'dashboard.todo.brings', message: `Reward: ${units}.` })}
    </Step>
  )
}

const looks = {
  'claim-bonus': { icon: IconCalendarStar, place: '/app/bonus' },
  'claim-challenge': { icon: IconTargetArrow, place: '/app/challenge' },
  'view-ads': { icon: IconEye, place: '/app/ptc' },
  'visit-links': { icon: IconLink, place: '/app/link' },
  'read-news': { icon: IconNews, place: '/app/news' },
} as const satisfies Record<Kind, { icon: Icon; place: string }>

const titleOf = ({ kind, count }: { kind: Kind; count: number }): string => {
  switch (kind) {
    case 'claim-bonus':
      return t({ id: 'dashboard.todo.bonus', message: 'Daily bonus available' })
    case 'claim-challenge':
      return t({
        id: 'dashboard.todo.challenge',
        message: plural(count, { one: '# challenge completed', other: '# challenges completed' }),
      })
    case 'view-ads':
      return t({ id: 'dashboard.todo.ads', message: plural(count, { one: '# ad to view', other: '# ads to view' }) })
    case 'visit-links':
      return t({
        id: 'dashboard.todo.links',
        message: plural(count, { one: '# shortlink visit left', other: '# shortlink visits left' }),
      })
    case 'read-news':
      return t({
        id: 'dashboard.todo.news',
        message: plural(count, { one: '# news update', other: '# news updates' }),
      })
  }
}

const actionOf = (kind: Kind): string => {
  switch (kind) {
    case 'claim-bonus':
      return t({ id: 'dashboard.todo.bonus.go', message: 'Claim bonus' })
    case 'claim-challenge':
      return t({ id: 'dashboard.todo.challenge.go', message: 'Claim reward' })
    case 'view-ads':
      return t({ id: 'dashboard.todo.ads.go', message: 'View ads' })
    case 'visit-links':
      return t({ id: 'dashboard.todo.links.go', message: 'View shortlinks' })
    case 'read-news':
      return t({ id: 'dashboard.todo.news.go', message: 'Read news' })
  }
}
