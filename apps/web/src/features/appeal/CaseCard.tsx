import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { Card } from '#ui/Card.tsx'
import type { Case } from './account-case.ts'
import { Appeals } from './Appeals.tsx'
import { Restrictions } from './Restrictions.tsx'

const id = 'case'

/** The own case file, and the way to object. */
export const CaseCard = ({ ownCase: { measures, appeals, canAppeal } }: { ownCase: Case }) => {
  // It comes later than the page whose address may name it.
  useEffect(() => {
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [])
  return (
    <Card
      id={id}
      className="scroll-mt-20 lg:col-span-2"
      title={t({ id: 'case.title', message: 'Account restrictions' })}
      note={t({
        id: 'case.note',
        message: 'We detected signs of automation or multiple accounts. You can appeal.',
      })}
    >
      <div className="grid gap-4">
        {measures.length > 0 ? (
          <Restrictions measures={measures} />
        ) : (
          <p className="text-muted">{t({ id: 'case.none', message: 'Your account has no restrictions.' })}</p>
        )}
        <Appeals appeals={appeals} canAppeal={canAppeal} />
      </div>
    </Card>
  )
}
