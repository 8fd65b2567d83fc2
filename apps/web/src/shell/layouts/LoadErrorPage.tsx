import { t } from '@lingui/core/macro'
import { messageOf } from '#api/failure.ts'
import { asChunkError } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'

/** Stands in the place of a page that could not be drawn, and offers the one thing that may help. */
export const LoadErrorPage = ({ error }: { error: unknown }) => {
  const chunk = asChunkError(error)
  return (
    <div className="mx-auto max-w-xl py-4 sm:p-8" role="alert">
      <EmptyState
        heading="h2"
        title={
          chunk
            ? t({ id: 'app.chunk.title', message: 'Part of this page didn’t load' })
            : t({ id: 'app.broken.title', message: 'Something went wrong on this page' })
        }
        actions={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              {t({ id: 'app.reload', message: 'Reload page' })}
            </Button>
            {!chunk && (
              <PageLink to="/" className={buttonClass()}>
                {t({ id: 'app.broken.home', message: 'Go to home page' })}
              </PageLink>
            )}
          </>
        }
      >
        {chunk
          ? t({
              id: 'app.chunk.text',
              message:
                'The site was updated or your connection dropped. Reload the page to continue. Your data is safe.',
            })
          : messageOf(error)}
      </EmptyState>
    </div>
  )
}
