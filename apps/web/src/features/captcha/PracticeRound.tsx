import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { ClickOrder, isRightOrder, useClickOrder } from '#features/antibotlinks/antibotlinks.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { useEnter } from '#ui/use-enter.ts'

/** Pictures to put in order, as often as somebody likes. */
export const PracticeRound = () => {
  const order = useClickOrder('practice')
  const check = useMutation({
    mutationFn: async () => {
      const solved = await order.take()
      return solved ? isRightOrder(solved) : null
    },
  })
  useEnter(() => order.complete && !check.isPending && check.data === undefined && check.mutate())
  const again = () => {
    check.reset()
    order.renew()
  }
  if (typeof check.data === 'boolean') return <Verdict right={check.data} onAgain={again} />
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate()
      }}
    >
      <ClickOrder order={order} />
      <Button type="submit" variant="primary" className="justify-self-start" busy={check.isPending}>
        {t({ id: 'practice.check', message: 'Check answer' })}
      </Button>
    </form>
  )
}

const Verdict = ({ right, onAgain }: { right: boolean; onAgain: () => void }) => (
  <Alert
    urgent
    tone={right ? 'good' : 'warn'}
    title={right ? t({ id: 'practice.right', message: 'Correct!' }) : t({ id: 'practice.wrong', message: 'Not quite' })}
    actions={<Button onClick={onAgain}>{t({ id: 'practice.again', message: 'Try another one' })}</Button>}
  >
    {right
      ? t({ id: 'practice.right.text', message: 'That’s all there is to it.' })
      : t({
          id: 'practice.wrong.text',
          message: 'Check the strip again: which object, how many, and in which order.',
        })}
  </Alert>
)
