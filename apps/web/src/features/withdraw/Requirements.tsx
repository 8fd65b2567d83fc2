import { t } from '@lingui/core/macro'
import { IconDroplet, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { Card } from '#ui/Card.tsx'
import { ResendMail } from './ResendMail.tsx'
import type { WithdrawMethods } from './withdraw.ts'

/** What must still happen before the first withdrawal, each with the way to it. */
export const Requirements = ({ requirements }: Pick<WithdrawMethods, 'requirements'>) => (
  <Card
    title={t({ id: 'withdraw.standing', message: 'Before you can withdraw' })}
    note={t({ id: 'withdraw.standing.note', message: 'You can already compare withdrawal methods below.' })}
  >
    <ul className="grid gap-5">
      {requirements.map((requirement) => (
        <Requirement key={requirement.code} {...requirement} />
      ))}
    </ul>
  </Card>
)

const Requirement = ({ code, msg }: WithdrawMethods['requirements'][number]) => {
  if (code === 'EMAIL_UNVERIFIED') {
    return (
      <Item icon={<IconMail aria-hidden="true" />} text={msg}>
        <ResendMail />
        <PageLink to="/app/account" className="link text-sm">
          {t({ id: 'withdraw.standing.address', message: 'Change address' })}
        </PageLink>
      </Item>
    )
  }
  return (
    <Item icon={<IconDroplet aria-hidden="true" />} text={msg}>
      <PageLink to="/app/faucet" className="link text-sm">
        {t({ id: 'withdraw.standing.faucet', message: 'Go to faucet' })}
      </PageLink>
    </Item>
  )
}

const Item = ({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) => (
  <li className="flex gap-3.5">
    <span className="drop tone-warn">{icon}</span>
    <div className="min-w-0">
      <p className="font-semibold">{text}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">{children}</div>
    </div>
  </li>
)
