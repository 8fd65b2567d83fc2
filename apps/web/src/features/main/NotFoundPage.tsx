import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { useStore } from '#base/store.ts'
import { Button } from '#ui/Button.tsx'

/** No page has this address, or it is not for this visitor. */
export const NotFoundPage = () => {
  const signedIn = useStore((state) => state.token !== null)
  return (
    <section className="grid justify-items-center gap-3 py-12 text-center sm:py-20">
      <Dry />
      <h1>{t({ id: 'notFound.title', message: 'Page not found' })}</h1>
      <p className="max-w-[44ch] text-muted">
        {t({ id: 'notFound.text', message: 'This page doesn’t exist, has moved, or isn’t available to your account.' })}
      </p>
      <Button as={PageLink} to={signedIn ? '/app/dashboard' : '/'} variant="primary" size="large" className="mt-3">
        {signedIn
          ? t({ id: 'notFound.dashboard', message: 'Go to dashboard' })
          : t({ id: 'notFound.home', message: 'Go to home page' })}
      </Button>
    </section>
  )
}

const Dry = () => (
  <svg viewBox="0 0 240 96" fill="none" strokeLinecap="round" className="w-60" aria-hidden="true">
    <path stroke="var(--line)" strokeWidth="14" d="M8 70c34-24 62 14 104-6s64-22 120-8" />
    <path stroke="var(--water-deep)" strokeWidth="6" d="M8 70c20-14 38-6 58 0" />
    <path stroke="var(--edge)" strokeWidth="3" strokeDasharray="1 12" d="M84 72c40-8 70-28 148-16" />
    <circle cx="150" cy="26" r="11" fill="var(--money)" />
  </svg>
)
