import { t } from '@lingui/core/macro'
import { coupon as contract } from '@runnel/contract/earn/coupon'
import type { Call, Result } from '@runnel/contract/route'
import { IconCheck, IconTicket } from '@tabler/icons-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { queryClient } from '#api/cache.ts'
import { messageOf } from '#api/failure.ts'
import { connect } from '#api/query.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { PageLink } from '#base/PageLink.tsx'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { changeMe } from '#features/user/user.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'

/** Turns a code into units. */
export const CouponPage = () => {
  const closed = useClosedSource('coupon')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.coupon', message: 'Coupon' })}
        lead={t({ id: 'coupon.lead', message: 'Have a coupon code? Each code can be redeemed once per account.' })}
      />
      <div style={{ maxWidth: '34rem' }}>{closed ? <ClosedNote closed={closed} /> : <Redeem />}</div>
    </>
  )
}

const Redeem = () => {
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const redeem = useAttempt({
    send: (call: CouponCall) => coupon.calls.check(call),
    onDone: applyCoupon,
    onRefused: () => field.current?.focus(),
  })
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (redeem.isSending || redeem.isUnsent) return
    const body = z.safeParse(contract.check.body, { code })
    setWrong(!body.success)
    if (body.success) redeem.send({ body: body.data, idempotencyKey: newIdempotencyKey() })
    else field.current?.focus()
  }
  const more = () => {
    setCode('')
    redeem.reset()
  }
  if (redeem.answer) return <Done redeemed={redeem.answer} onMore={more} />
  return (
    <Card>
      <form className="form" noValidate onSubmit={send}>
        <TextInput
          ref={field}
          name="code"
          label={t({ id: 'coupon.code', message: 'Code' })}
          hint={t({ id: 'coupon.code.hint', message: 'Not case-sensitive.' })}
          error={isWrong ? wrongText() : redeem.refusal !== null && messageOf(redeem.refusal)}
          lead={<IconTicket aria-hidden="true" />}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={code}
          onValue={setCode}
        />
        {redeem.isUnsent ? (
          <RetryNotice onAgain={redeem.sendAgain} />
        ) : (
          <Button type="submit" variant="money" size="large" wide busy={redeem.isSending}>
            {t({ id: 'coupon.go', message: 'Redeem' })}
          </Button>
        )}
      </form>
    </Card>
  )
}

const wrongText = (): string => t({ id: 'coupon.code.wrong', message: 'Enter 3 to 40 letters, digits or dashes.' })

const Done = ({ redeemed: { reward, balance }, onMore }: { redeemed: Redeemed; onMore: () => void }) => {
  const units = unitsText(reward)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Card className="grid justify-items-center gap-4 text-center">
      <span className="drop tone-good size-14">
        <IconCheck aria-hidden="true" />
      </span>
      <h2 ref={title} tabIndex={-1} className="outline-none">
        {t({ id: 'coupon.done', message: `You received ${units}` })}
      </h2>
      <p className="text-muted">
        {t({ id: 'coupon.balance', message: 'Your balance' })} <Amount units={balance} show="both" />
      </p>
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button onClick={onMore}>{t({ id: 'coupon.more', message: 'Redeem another code' })}</Button>
        <PageLink to="/app/dashboard" className={buttonClass({ variant: 'primary' })}>
          {t({ id: 'coupon.dashboard', message: 'Go to dashboard' })}
        </PageLink>
      </div>
    </Card>
  )
}

const coupon = connect('coupon', contract)

type CouponCall = Call<typeof contract.check>
type Redeemed = Result<typeof contract.check>

/** Shows everywhere what a code has just changed. */
const applyCoupon = ({ reward, balance }: Redeemed): void => {
  changeMe((me) => ({ ...me, user: { ...me.user, balance, totalEarned: me.user.totalEarned + reward } }))
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}
