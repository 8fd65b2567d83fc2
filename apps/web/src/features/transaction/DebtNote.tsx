import { Trans } from '@lingui/react/macro'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** Says what a user owes, what repays it and what waits until then, with a link to each movement. */
export const DebtNote = ({ debt }: { debt: number | undefined }) => {
  if (debt === undefined || debt === 0) return null
  const owed = unitsText(debt)
  return (
    <Alert className="mb-4">
      <Trans id="debt.note">
        You owe {owed} for reversed rewards. Anything you receive repays this first. Until then, you can’t withdraw, and
        your ads and tasks are paused.{' '}
        <PageLink to="/app/account" hash="statement" className="link">
          View statement
        </PageLink>
      </Trans>
    </Alert>
  )
}
