import { Trans } from '@lingui/react/macro'
import { PageLink } from '#app/PageLink.tsx'
import { Alert } from '#ui/Alert.tsx'
import { unitsInWords } from '#ui/Amount.tsx'

/** Who owes something reads it once and calmly, with the way to each movement; others read nothing. */
export function DebtNote({ debt }: { debt: number | undefined }) {
  if (debt === undefined || debt === 0) return null
  const owed = unitsInWords(debt)
  return (
    <Alert className="mb-4">
      <Trans id="debt.note">
        You owe {owed} that were taken back after they had been spent; what you earn repays them first.{' '}
        <PageLink to="/app/account" hash="statement" className="link">
          See your statement
        </PageLink>
      </Trans>
    </Alert>
  )
}
