import { t } from '@lingui/core/macro'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#base/PageLink.tsx'
import { useStore } from '#base/store.ts'
import { home } from '#features/home/home.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'

const askAgainMs = 20_000

/** Says why the site rests and until when, and notices by itself when it is back. */
export const MaintenancePage = () => {
  const signedIn = useStore((state) => state.token !== null)
  const site = useQuery({ ...home.query('site'), staleTime: 0, refetchInterval: askAgainMs })
  const maintenance = site.data?.maintenance ?? null
  const isBack = site.data !== undefined && maintenance === null
  return (
    <Card className="mx-auto mt-4 max-w-xl text-center sm:p-8">
      <span className="drop mb-4">
        <IconTool aria-hidden="true" />
      </span>
      <h1>
        {isBack
          ? t({ id: 'maintenance.over', message: 'We’re back' })
          : t({ id: 'maintenance.title', message: 'Under maintenance' })}
      </h1>
      <p className="mt-3 text-muted" role="status">
        {isBack
          ? t({ id: 'maintenance.over.text', message: 'Thank you for your patience.' })
          : maintenance?.message ||
            t({
              id: 'maintenance.text',
              message: 'We’ll be back soon. Your balance is safe.',
            })}
      </p>
      {maintenance?.until && <Until iso={maintenance.until} />}
      <div className="mt-6">
        {isBack ? (
          <Button as={PageLink} to={signedIn ? '/app/dashboard' : '/'} variant="primary" size="large">
            {t({ id: 'maintenance.on', message: 'Continue' })}
          </Button>
        ) : (
          <Button busy={site.isFetching} onClick={() => void site.refetch()}>
            {t({ id: 'maintenance.again', message: 'Check again' })}
          </Button>
        )}
      </div>
    </Card>
  )
}

const Until = ({ iso }: { iso: string }) => {
  const time = formatDateTime(iso)
  return <p className="mt-2">{t({ id: 'maintenance.until', message: `Expected back: ${time}` })}</p>
}
