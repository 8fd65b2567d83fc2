import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { messageOf } from '#api/failure.ts'
import { asChunkError } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useOnline } from '#ui/state/use-online.ts'

/** Stands in the place of a page that could not be drawn, and offers the one thing that may help. */
export const LoadErrorPage = ({ error }: { error: unknown }) => {
  const isChunk = asChunkError(error) !== null
  const isOnline = useOnline()
  const [wasOffline, setWasOffline] = useState(!isOnline)
  if (!isOnline && !wasOffline) setWasOffline(true)
  const isUnread = wasOffline && isChunk
  // It comes by itself, as nothing stands here that could be lost. A listener of its own would be taken away by the
  // drawing that follows the same event, if another part of the page hears of it first.
  useEffect(() => {
    if (isUnread && isOnline) window.location.reload()
  }, [isUnread, isOnline])
  return (
    <div className="mx-auto max-w-xl py-4 sm:p-8" role="alert">
      {isUnread ? (
        <Unread />
      ) : (
        <EmptyState
          heading="h2"
          title={
            isChunk
              ? t({ id: 'app.chunk.title', message: 'Part of this page didn’t load' })
              : t({ id: 'app.broken.title', message: 'Something went wrong on this page' })
          }
          actions={
            <>
              <Button variant="primary" onClick={() => window.location.reload()}>
                {t({ id: 'app.reload', message: 'Reload page' })}
              </Button>
              {!isChunk && (
                <PageLink to="/" className={buttonClass()}>
                  {t({ id: 'app.broken.home', message: 'Go to home page' })}
                </PageLink>
              )}
            </>
          }
        >
          {isChunk
            ? t({
                id: 'app.chunk.text',
                message:
                  'The site was updated or your connection dropped. Reload the page to continue. Your data is safe.',
              })
            : messageOf(error)}
        </EmptyState>
      )}
    </div>
  )
}

/** A page that was never opened here. */
const Unread = () => (
  <EmptyState
    heading="h2"
    title={t({ id: 'app.unread.title', message: 'This page isn’t available offline' })}
    actions={<Button onClick={() => window.history.back()}>{t({ id: 'app.unread.back', message: 'Go back' })}</Button>}
  >
    {t({
      id: 'app.unread.text',
      message: 'You haven’t opened it on this device yet. It loads when you’re connected.',
    })}
  </EmptyState>
)
