import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { PageLink } from '#base/PageLink.tsx'
import { refusedText, user } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Step } from './Step.tsx'

/** The address is still unverified: where the mail went, and another one. */
export const VerifyStep = ({ user: me }: { user: User }) => {
  const { email } = me
  const resend = useMutation({ mutationFn: () => user.calls.resend() })
  return (
    <Step
      icon={<IconMail aria-hidden="true" />}
      tone="warn"
      title={t({ id: 'dashboard.verify', message: 'Verify your email address' })}
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button size="small" busy={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
            {resend.isSuccess
              ? t({ id: 'dashboard.verify.sent', message: 'Sent' })
              : t({ id: 'dashboard.verify.again', message: 'Resend email' })}
          </Button>
          <PageLink to="/app/account" className="link text-sm">
            {t({ id: 'dashboard.verify.change', message: 'Change address' })}
          </PageLink>
        </div>
      }
    >
      {refusedText(me) ??
        t({
          id: 'dashboard.verify.text',
          message: `You need a verified email to withdraw. Open the link we sent to ${email}.`,
        })}
    </Step>
  )
}
