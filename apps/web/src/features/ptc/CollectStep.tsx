import { t } from '@lingui/core/macro'
import { IconCoin } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '#api/failure.ts'
import { HumanCheck, type HumanCheckHandle } from '#features/captcha/captcha.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { useEnter } from '#ui/use-enter.ts'
import { inSeconds } from './AdCard.tsx'
import type { VerifyMutation } from './verify.ts'
import type { ViewState } from './view-run.ts'

interface CollectStepProps {
  reward: number
  view: Pick<ViewState, 'done' | 'left'>
  check: HumanCheckHandle
  verify: VerifyMutation
}

/** The human check, which may be solved while the last seconds run, and the button that brings the reward. */
export const CollectStep = ({ reward, view, check, verify }: CollectStepProps) => {
  const take = useMutation({
    mutationFn: check.take,
    onSuccess: (captcha) => captcha && verify.send(captcha),
    networkMode: 'always',
  })
  const isBusy = take.isPending || verify.step === 'sending'
  const collect = () => view.done && !isBusy && take.mutate()
  useEnter(collect)
  if (verify.step === 'unsent') return <Unsent verify={verify} />
  const units = unitsText(reward)
  const rest = inSeconds(view.left)
  return (
    <div className="grid grid-cols-1 gap-3">
      {verify.step === 'refused' && view.done && (
        <Alert tone="warn" urgent>
          {messageOf(verify.error)}
        </Alert>
      )}
      <div inert={isBusy}>
        <HumanCheck check={check} />
      </div>
      <Button
        variant="money"
        size="large"
        wide
        busy={isBusy}
        aria-disabled={!view.done}
        icon={<IconCoin aria-hidden="true" />}
        onClick={collect}
      >
        {view.done
          ? t({ id: 'ptc.collect', message: `Claim ${units}` })
          : t({ id: 'ptc.collect.soon', message: `Claim in ${rest}` })}
      </Button>
    </div>
  )
}

/** Most breaks of a mobile network are shorter than this. */
const pauseMs = 5_000

/** The line broke: whether the view arrived is not known, and the same one is paid once. */
const Unsent = ({ verify }: { verify: VerifyMutation }) => {
  const send = useEffectEvent(verify.sendAgain)
  useEffect(() => {
    const again = () => void send()
    const timer = setTimeout(again, pauseMs)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  return (
    <Alert
      tone="warn"
      urgent
      title={t({ id: 'ptc.unsent.title', message: 'We couldn’t confirm your view' })}
      actions={
        <Button variant="primary" onClick={verify.sendAgain}>
          {t({ id: 'ptc.unsent.again', message: 'Try again' })}
        </Button>
      }
    >
      {t({
        id: 'ptc.unsent.text',
        message: 'It’s resent automatically. You’ll be paid only once.',
      })}
    </Alert>
  )
}
