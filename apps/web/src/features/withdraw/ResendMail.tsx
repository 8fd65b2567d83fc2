import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { refusedText, useMe, user } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'

/** Sends the link for the address once more; says when the address refused the last one. */
export const ResendMail = () => {
  const me = useMe()
  const refused = me && refusedText(me.user)
  const resend = useMutation({ mutationFn: () => user.calls.resend() })
  return (
    <>
      {refused !== undefined && <p className="w-full text-sm">{refused}</p>}
      <Button size="small" busy={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
        {resend.isSuccess
          ? t({ id: 'withdraw.standing.sent', message: 'Sent' })
          : t({ id: 'withdraw.standing.resend', message: 'Resend email' })}
      </Button>
    </>
  )
}
