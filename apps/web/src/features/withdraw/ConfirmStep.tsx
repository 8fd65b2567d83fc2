import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WithdrawMethod, WithdrawPreview } from '@runnel/contract/withdraw'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageOf } from '#api/failure.ts'
import { HumanCheck, useHumanCheck } from '#features/captcha/captcha.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { leftToRight } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { Preview } from './Preview.tsx'
import type { useRequest } from './request.ts'
import { previewOf, type WithdrawFields } from './withdraw.ts'

type SummaryLine = WithdrawPreview | undefined

interface ConfirmStepProps {
  method: WithdrawMethod
  wish: WithdrawFields
  request: ReturnType<typeof useRequest>
  onBack: () => void
}

/** Everything once more before money moves, and the human check. */
export const ConfirmStep = ({ method, wish, request, onBack }: ConfirmStepProps) => {
  const check = useHumanCheck('withdraw')
  const { data: preview, error, isFetching } = useQuery({ ...previewOf(wish), refetchInterval: 30_000 })
  const { address, amount } = wish
  // What arrives is agreed to as it stands there at the press, whatever is shown a moment later.
  const start = useMutation({
    mutationFn: (_expected: string) => check.take(),
    onSuccess: (captcha, expected) => {
      if (captcha) request.send({ params: { methodId: method._id }, body: { address, amount, captcha, expected } })
    },
    networkMode: 'always',
  })
  const asked = unitsText(amount)
  const isUnsent = request.stage === 'unsent'
  // Nobody agrees again to the sum that no longer holds.
  const isAsking = isFetching && request.moved !== undefined && request.moved === preview?.receives
  return (
    <Card
      title={<FocusedTitle>{t({ id: 'withdraw.confirm', message: 'Review your withdrawal' })}</FocusedTitle>}
      note={t({ id: 'withdraw.confirm.note', message: 'Withdrawals can’t be reversed.' })}
    >
      <div className="form">
        <p>
          <span className="block text-sm text-muted">
            {t({ id: 'withdraw.confirm.address', message: 'Destination address' })}
          </span>
          <b className="break-all">{address}</b>
        </p>
        {preview && <Preview preview={preview} before={[methodPair(method)]} />}
        {!preview && (error ? <Alert tone="bad">{messageOf(error)}</Alert> : <SkeletonText lines={4} />)}
        {request.stage === 'refused' && <Refused {...{ request, preview }} />}
        {isUnsent ? <Unsent request={request} onBack={onBack} /> : <HumanCheck check={check} />}
        {!isUnsent && (
          <div className="flex flex-wrap-reverse gap-3">
            <Button size="large" className="grow" disabled={request.stage === 'sending'} onClick={onBack}>
              {t({ id: 'withdraw.back', message: 'Edit' })}
            </Button>
            <Button
              variant="money"
              size="large"
              className="grow-3"
              busy={start.isPending || request.stage === 'sending' || isAsking}
              disabled={!preview}
              onClick={() => preview && start.mutate(preview.receives)}
            >
              {t({ id: 'withdraw.send', message: `Withdraw ${asked}` })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Why it was not taken; where less would arrive than was agreed to, both sums. */
const Refused = ({
  request: { error, moved },
  preview,
}: Pick<ConfirmStepProps, 'request'> & { preview: SummaryLine }) => {
  // The new sum may still be on its way, and then the server's sentence has to do.
  if (moved === undefined || !preview || preview.receives === moved) {
    return (
      <Alert tone="bad" urgent>
        {messageOf(error)}
      </Alert>
    )
  }
  const { receives, currency } = preview
  const [before, after] = [leftToRight(`${moved} ${currency}`), leftToRight(`${receives} ${currency}`)]
  return (
    <Alert tone="warn" urgent title={t({ id: 'withdraw.moved', message: 'The rate has changed' })}>
      {t({
        id: 'withdraw.moved.text',
        message: `Nothing was deducted. You were quoted ${before}; now you’d receive ${after}. Confirm to continue.`,
      })}
    </Alert>
  )
}

const methodPair = ({ name }: WithdrawMethod) => ({
  key: 'method',
  label: t({ id: 'withdraw.method', message: 'Method' }),
  value: name,
})

/** The card takes the form's place, so the reading place goes along. */
const FocusedTitle = ({ children }: { children: string }) => {
  const title = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <span ref={title} tabIndex={-1} className="outline-none">
      {children}
    </span>
  )
}

/** The line broke: whether the request arrived is not known, and the same one counts only once. */
const Unsent = ({ request, onBack }: Pick<ConfirmStepProps, 'request' | 'onBack'>) => (
  <Alert
    tone="warn"
    urgent
    title={t({ id: 'withdraw.unsent', message: 'No response from the server' })}
    actions={
      <>
        <Button variant="primary" onClick={request.sendAgain}>
          {t({ id: 'withdraw.unsent.again', message: 'Try again' })}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t({ id: 'withdraw.unsent.stop', message: 'Stop retrying' })}
        </Button>
      </>
    }
  >
    <Trans id="withdraw.unsent.text">
      We don’t know whether your request arrived. You can safely retry: it counts only once. If you stop, check your
      withdrawals below before you request another.
    </Trans>
  </Alert>
)
