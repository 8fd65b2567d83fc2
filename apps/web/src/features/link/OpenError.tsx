import { t } from '@lingui/core/macro'
import { messageOf } from '#api/failure.ts'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import type { LinkList } from './link.ts'
import { nextLink } from './sort.ts'
import type { OpenVisitMutation } from './use-open-visit.ts'

interface OpenErrorProps {
  list: Pick<LinkList, 'links' | 'history'>
  opening: OpenVisitMutation
}

/** Why the pressed link did not open, with the next best one in its place. */
export function OpenError({ list, opening: { failed, open } }: OpenErrorProps) {
  if (!failed) return null
  const next = nextLink(list, failed.id)
  const name = next?.name
  return (
    <Alert
      tone="warn"
      urgent
      title={t({ id: 'link.failed', message: 'The shortlink didn’t open' })}
      actions={
        next && (
          <Button size="small" variant="primary" onClick={() => open(next._id)}>
            {t({ id: 'link.instead', message: `Visit ${name} instead` })}
          </Button>
        )
      }
    >
      {messageOf(failed.error)}
    </Alert>
  )
}
