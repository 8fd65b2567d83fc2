import { t } from '@lingui/core/macro'
import type { MeasureKind } from '@runnel/contract/suspect-schemas'
import { PageLink } from '#base/PageLink.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { useCase } from './account-case.ts'
import { Restrictions } from './Restrictions.tsx'

/** Who is held back reads on the page itself by what, why and until when; all others read nothing. */
export const RestrictionNote = ({ kinds }: { kinds?: readonly MeasureKind[] }) => {
  const { data } = useCase()
  const measures = data?.measures.filter(({ kind }) => kinds?.includes(kind) ?? true) ?? []
  if (measures.length === 0) return null
  return (
    <Alert
      className="mb-4"
      tone="warn"
      title={t({ id: 'case.title', message: 'Account restrictions' })}
      actions={
        <PageLink to="/app/account" hash="case" className="link">
          {data?.canAppeal
            ? t({ id: 'case.object', message: 'Appeal' })
            : t({ id: 'case.look', message: 'View your appeal' })}
        </PageLink>
      }
    >
      <Restrictions measures={measures} />
    </Alert>
  )
}
