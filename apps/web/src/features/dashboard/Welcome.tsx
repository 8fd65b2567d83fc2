import { t } from '@lingui/core/macro'
import { IconDroplet } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { useFaucet } from '#features/faucet/faucet.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'

/** For somebody who has not earned anything yet: one thing to do. */
export function Welcome() {
  const faucet = useFaucet().data
  const units = faucet && unitsText(faucet.next.total)
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={t({ id: 'dashboard.new.title', message: 'Your first claim is ready' })}
        actions={
          <Button as={PageLink} to="/app/faucet" variant="money" size="large" icon={<IconDroplet aria-hidden="true" />}>
            {t({ id: 'dashboard.new.go', message: 'Make your first claim' })}
          </Button>
        }
      >
        {units
          ? t({ id: 'dashboard.new.pays', message: `Claim ${units} now.` })
          : t({ id: 'dashboard.new.text', message: 'Claim it from the faucet.' })}
      </EmptyState>
    </Card>
  )
}
