import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { home } from './home.ts'
import { Questions } from './Questions.tsx'

const hour = 3_600_000

/** The owner's questions and answers, to look through or to search. */
export const FaqPage = () => {
  const query = useQuery({
    ...home.query('content', { params: { name: 'faq' } }),
    staleTime: hour,
  })
  return (
    <>
      <PageHeader title={query.data?.title ?? t({ id: 'page.faq', message: 'FAQ' })} />
      <Loaded query={query} loading={<FaqSkeleton />}>
        {(data) => (
          // The links themselves take clicks and keys; what bubbles up only chooses the way there.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div onClick={stayInside}>
            <Questions html={data.html} />
          </div>
        )}
      </Loaded>
      <p className="mt-8 text-muted">
        <Trans id="faq.contact">
          Can’t find your question?{' '}
          <PageLink to="/contact" className="link">
            Contact us
          </PageLink>
          .
        </Trans>
      </p>
    </>
  )
}

/** A link in the owner's text to a page of this application does not load it anew. */
const stayInside = (event: MouseEvent): void => {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('.prose a') : null
  if (!isPlain || !(link instanceof HTMLAnchorElement)) return
  if (link.origin !== window.location.origin || !link.pathname.startsWith('/app/')) return
  event.preventDefault()
  history.push(`${link.pathname}${link.search}${link.hash}`)
}

const FaqSkeleton = () => (
  <div role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })} className="grid max-w-3xl gap-3">
    <Skeleton height={12} className="mb-3 rounded-m" />
    {Array.from({ length: 7 }, (_, row) => (
      <Skeleton key={row} height={12} className="rounded-m" />
    ))}
  </div>
)
