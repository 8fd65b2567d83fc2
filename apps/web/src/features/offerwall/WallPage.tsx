import { t } from '@lingui/core/macro'
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { usePathParams } from '#base/route.ts'
import { buttonClass } from '#ui/button-class.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Spinner } from '#ui/state/Spinner.tsx'
import { holdText } from './labels.ts'
import { useWall, type OpenedWall } from './offerwall.ts'

/** What a wall's page may do: everything of its own, but neither leave its frame nor take ours along. */
const mayDo = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin'

/** One wall over the whole window. */
export const WallPage = () => {
  const { id = '' } = usePathParams()
  const query = useWall(id)
  if (query.data) return <Opened opened={query.data} />
  return (
    <Around name={t({ id: 'page.offerwall.wall', message: 'Offers' })}>
      <Loaded
        query={query}
        loading={
          <p className="text-center text-2xl text-brand-text">
            <Spinner />
          </p>
        }
      />
    </Around>
  )
}

const Opened = ({ opened: { wall, url } }: { opened: OpenedWall }) => {
  const { _id, name, page } = wall
  if (page === 'pollfish') {
    return (
      <Around name={name} note={holdText(wall)}>
        <EmptyState
          heading="h2"
          title={t({ id: 'offerwall.elsewhere', message: 'These surveys are on a separate page' })}
          actions={
            <PageLink to="/app/offerwall/pollfish" query={{ id: _id }} className={buttonClass({ variant: 'primary' })}>
              {t({ id: 'offerwall.elsewhere.go', message: 'Open surveys' })}
            </PageLink>
          }
        />
      </Around>
    )
  }
  if (!isForeign(url)) {
    return (
      <Around name={name}>
        <EmptyState heading="h2" title={t({ id: 'offerwall.unshown', message: 'This offerwall can’t be displayed' })}>
          {t({
            id: 'offerwall.unshown.text',
            message: 'Its URL isn’t safe. Please let us know on the contact page.',
          })}
        </EmptyState>
      </Around>
    )
  }
  return (
    <Around name={name} note={holdText(wall)} url={url}>
      <iframe
        className="absolute inset-0 size-full border-0 bg-white"
        src={url}
        title={t({ id: 'offerwall.open', message: `${name} offers` })}
        sandbox={mayDo}
        referrerPolicy="strict-origin"
        allow=""
      />
    </Around>
  )
}

/** A page of our own would run with everything that is ours, and one without https would not be shown at all. */
const isForeign = (url: string): boolean => {
  const address = URL.parse(url)
  return address !== null && address.protocol === 'https:' && address.origin !== window.location.origin
}

interface AroundProps {
  name: string
  note?: string
  /** Where the wall opens by itself, for browsers that do not show it in here. */
  url?: string
  children: ReactNode
}

const Around = ({ name, note, url, children }: AroundProps) => (
  <div className="flex min-h-dvh flex-col">
    <header className="top-bar gap-2">
      <IconButton
        as={PageLink}
        to="/app/offerwall"
        label={t({ id: 'offerwall.back', message: 'All offerwalls' })}
        icon={<IconArrowLeft aria-hidden="true" />}
      />
      <div className="min-w-0 grow">
        <h1 className="truncate text-base">{name}</h1>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {url && (
        <IconButton
          as="a"
          href={url}
          target="_blank"
          rel="noopener"
          referrerPolicy="strict-origin"
          label={t({ id: 'offerwall.tab', message: 'Nothing showing? Open in a new tab' })}
          icon={<IconExternalLink aria-hidden="true" />}
        />
      )}
    </header>
    <div className="relative grid min-h-52 grow content-center">{children}</div>
  </div>
)
