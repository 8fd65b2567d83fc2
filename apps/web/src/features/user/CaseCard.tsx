import { t } from '@lingui/core/macro'
import { Card } from '#ui/Card.tsx'
import { Appeals } from './Appeals.tsx'
import { useCase } from './appeal.ts'
import { Measures } from './Measures.tsx'

/** For those few whose account is held back: what, why, until when, and the way to object. Others never see it. */
export function CaseCard() {
  const { data } = useCase()
  if (!data || (data.measures.length === 0 && data.appeals.length === 0)) return null
  return (
    <Card
      id="case"
      className="scroll-mt-20 lg:col-span-2"
      title={t({ id: 'case.title', message: 'Limits on your account' })}
      note={t({
        id: 'case.note',
        message: 'Set by signs that look like a program or a second account. You can object.',
      })}
    >
      <div className="grid gap-4">
        {data.measures.length > 0 ? (
          <Measures measures={data.measures} />
        ) : (
          <p className="text-muted">{t({ id: 'case.none', message: 'Nothing holds your account back any more.' })}</p>
        )}
        <Appeals appeals={data.appeals} canAppeal={data.canAppeal} />
      </div>
    </Card>
  )
}
