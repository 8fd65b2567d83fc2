import { t } from '@lingui/core/macro'
import { sentenceOf } from '#api/failure.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import type { LinkList } from './link.ts'
import { nextLink } from './sort.ts'
import type { Opening } from './use-opening.ts'

interface NotOpenedProps {
  list: Pick<LinkList, 'links' | 'history'>
  opening: Opening
}

/** Why the pressed link did not open, with the next best one in its place. */
export function NotOpened({ list, opening: { failed, open } }: NotOpenedProps) {
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
      {sentenceOf(failed.error)}
    </Alert>
  )
}
