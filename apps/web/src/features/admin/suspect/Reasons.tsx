import { plural, t } from '@lingui/core/macro'
import type { SuspectDetail, SuspectReason } from '@runnel/contract/admin/suspect'
import { IconTrash } from '@tabler/icons-react'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDate, formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { familyName } from './suspect-labels.ts'
import type { SuspectActs } from './suspects.ts'

interface ReasonsProps {
  suspect: SuspectDetail
  deleteMarks: SuspectActs['deleteMarks']
}

/** Why the score is what it is, the weightiest first, and what was pardoned. */
export const Reasons = ({ suspect: { _id, reasons, pardons }, deleteMarks }: ReasonsProps) => {
  const remove = async (ids: string[], count: number) => {
    const agreed = await confirm({
      title: t({
        id: 'admin.mark.delete.title',
        message: plural(count, { one: 'Delete # risk signal?', other: 'Delete # risk signals?' }),
      }),
      text: t({
        id: 'admin.mark.delete.text',
        message:
          'The score drops immediately. The same signal can come again; to dismiss it for good, release the account.',
      }),
      confirmLabel: t({ id: 'admin.mark.delete.yes', message: 'Delete' }),
      danger: true,
    })
    if (agreed) deleteMarks.mutate(ids)
  }
  return (
    <Card
      title={t({ id: 'admin.measure.reasons', message: 'Risk signals' })}
      action={
        reasons.length > 1 && (
          <Button size="small" variant="quiet" onClick={() => void remove([_id], reasons.length)}>
            {t({ id: 'admin.mark.deleteAll', message: 'Delete all signals' })}
          </Button>
        )
      }
    >
      {reasons.length === 0 && (
        <p className="text-muted">{t({ id: 'admin.reasons.none', message: 'No risk signals for this account.' })}</p>
      )}
      <ul className="rows">
        {reasons.map((reason) => (
          <Reason key={reason._id} reason={reason} onDelete={() => void remove([reason._id], 1)} />
        ))}
      </ul>
      {pardons.length > 0 && <Pardons pardons={pardons} />}
    </Card>
  )
}

const Reason = ({ reason, onDelete }: { reason: SuspectReason; onDelete: () => void }) => {
  const { family, points, pointsAtFirst, sentence, at } = reason
  const [shown, first] = [formatNumber(points), formatNumber(pointsAtFirst)]
  return (
    <li className="flex items-start gap-3 py-3 max-sm:flex-wrap">
      <div className="grid min-w-0 grow gap-1 max-sm:basis-full">
        <p className="break-words">{sentence}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{familyName(family)}</Badge>
          <RelativeTime iso={at} />
          {points < pointsAtFirst && <span>{t({ id: 'admin.mark.faded', message: `initially ${first} points` })}</span>}
        </p>
      </div>
      <span className="figures font-semibold whitespace-nowrap max-sm:me-auto">
        {t({ id: 'admin.mark.points', message: plural(points, { one: '# point', other: `${shown} points` }) })}
      </span>
      <IconButton
        label={t({ id: 'admin.mark.delete', message: `Delete signal: ${sentence}` })}
        icon={<IconTrash aria-hidden="true" />}
        onClick={onDelete}
      />
    </li>
  )
}

const Pardons = ({ pardons }: Pick<SuspectDetail, 'pardons'>) => (
  <section className="mt-4 grid gap-2">
    <h3>{t({ id: 'admin.measure.pardons', message: 'Dismissed signals' })}</h3>
    <ul className="grid gap-1 text-sm text-muted">
      {pardons.map(({ reason, sentence, at, by }) => {
        const day = formatDate(at)
        return (
          <li key={`${reason} ${at}`}>
            {sentence} · {t({ id: 'admin.pardon.by', message: `by ${by}, ${day}` })}
          </li>
        )
      })}
    </ul>
  </section>
)
