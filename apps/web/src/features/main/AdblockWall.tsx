import { t } from '@lingui/core/macro'
import { IconShieldOff } from '@tabler/icons-react'
import { useSite } from '#features/home/home.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'

/** Only where the owner wants it so. */
export const AdblockWall = () => {
  const { name } = useSite()
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={t({ id: 'adblock.wall.title', message: 'Turn off your ad blocker to earn' })}
        actions={
          <Button
            variant="primary"
            icon={<IconShieldOff aria-hidden="true" />}
            onClick={() => window.location.reload()}
          >
            {t({ id: 'adblock.wall.done', message: 'I’ve turned it off' })}
          </Button>
        }
      >
        {t({
          id: 'adblock.wall.text',
          message: `Ads fund the rewards ${name} pays you. They run in isolated frames and can’t access your account.`,
        })}
      </EmptyState>
    </Card>
  )
}
