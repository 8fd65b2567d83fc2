import { t } from '@lingui/core/macro'
import type { AdminRestriction } from '@runnel/contract/admin/suspect'
import { unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { restrictionLabel } from './suspect-labels.ts'
import type { SuspectActs } from './suspects.ts'

interface RestrictionsProps {
  measures: readonly AdminRestriction[]
  endMeasure: SuspectActs['endMeasure']
}

/** Everything that was ever done about an account; what is in force can be ended. */
export const Restrictions = ({ measures, endMeasure }: RestrictionsProps) => {
  const end = async ({ _id, kind, withheld }: AdminRestriction) => {
    const [name, amount] = [restrictionLabel(kind), unitsText(withheld)]
    const agreed = await confirm({
      title: t({ id: 'admin.measure.end.title', message: `Lift this restriction: ${name}?` }),
      text:
        withheld > 0
          ? t({ id: 'admin.measure.end.pays', message: `${amount} withheld will be paid now.` })
          : t({ id: 'admin.measure.end.text', message: 'The risk signals keep their points.' }),
      confirmLabel: t({ id: 'admin.measure.end.yes', message: 'Lift restriction' }),
    })
    if (agreed) endMeasure.mutate(_id)
  }
  return (
    <Card title={t({ id: 'admin.measure.measures', message: 'Restrictions' })}>
      {measures.length === 0 && (
        <p className="text-muted">{t({ id: 'admin.measures.none', message: 'No restrictions.' })}</p>
      )}
      <ul className="rows">
        {measures.map((measure) => (
          <Measure
            key={measure._id}
            measure={measure}
            busy={endMeasure.isPending && endMeasure.variables === measure._id}
            onEnd={() => void end(measure)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface MeasureProps {
  measure: AdminRestriction
  busy: boolean
  onEnd: () => void
}

const Measure = ({ measure, busy, onEnd }: MeasureProps) => {
  const { kind, reason, since, by, releasedAt, withheld } = measure
  const inForce = isInForce(measure)
  const [begun, amount] = [formatDateTime(since), unitsText(withheld)]
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <div className="grid min-w-0 grow basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {restrictionLabel(kind)}
          <Badge tone={inForce ? 'warn' : 'plain'}>
            {inForce
              ? t({ id: 'admin.measure.on', message: 'active' })
              : t({ id: 'admin.measure.over', message: 'ended' })}
          </Badge>
        </p>
        <p className="break-words" dir="auto">
          {reason}
        </p>
        <p className="text-sm text-muted">
          {by === null
            ? t({ id: 'admin.measure.byMachine', message: `Automatic, ${begun}` })
            : t({ id: 'admin.measure.by', message: `By ${by}, ${begun}` })}
          {' · '}
          {endText(measure)}
        </p>
        {withheld > 0 && (
          <p className="text-sm text-muted">
            {releasedAt === null
              ? t({ id: 'admin.measure.withheld', message: `Withheld so far: ${amount}` })
              : t({ id: 'admin.measure.given', message: `Paid back: ${amount}` })}
          </p>
        )}
      </div>
      {inForce && (
        <Button size="small" busy={busy} onClick={onEnd}>
          {t({ id: 'admin.measure.end', message: 'Lift' })}
        </Button>
      )}
    </li>
  )
}

const isInForce = ({ releasedAt, until }: AdminRestriction): boolean =>
  releasedAt === null && (until === null || Date.parse(until) > Date.now())

const endText = ({ releasedAt, releasedBy, until }: AdminRestriction): string => {
  if (releasedAt !== null) {
    const at = formatDateTime(releasedAt)
    return releasedBy === null
      ? t({ id: 'admin.measure.faded', message: `expired ${at}` })
      : t({ id: 'admin.measure.released', message: `lifted by ${releasedBy}, ${at}` })
  }
  if (until === null) return t({ id: 'admin.measure.noEnd', message: 'no end date' })
  const at = formatDateTime(until)
  return t({ id: 'admin.measure.until', message: `until ${at}` })
}
