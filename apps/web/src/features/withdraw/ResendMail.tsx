import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { user } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'

/** Sends the link for the address once more. */
export const ResendMail = () => {
  const resend = useMutation({ mutationFn: () => user.calls.resend() })
  return (
    <Button size="small" busy={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
      {resend.isSuccess
        ? t({ id: 'withdraw.standing.sent', message: 'Sent' })
        : t({ id: 'withdraw.standing.resend', message: 'Resend email' })}
    </Button>
  )
}
