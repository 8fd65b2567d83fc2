import { t, plural } from '@lingui/core/macro'
import { LINK_DECOY_SECRET } from '@runnel/contract/check/link-proof'
import { messageOf } from '#api/failure.ts'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { useQueryText } from '#base/route.ts'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { sortName } from './labels.ts'
import { type LinkList, useLinks } from './link.ts'
import { LinkCard } from './LinkCard.tsx'
import { SandboxNote } from './SandboxNote.tsx'
import { nextLink, sortLinks, sorts } from './sort.ts'
import { type OpenVisitMutation, useOpenVisit } from './use-open-visit.ts'

/** The shortlinks that pay: what each is worth for the time, and how often it pays today. */
export const LinkPage = () => {
  const query = useLinks()
  const { data } = query
  const closed = useClosedSource('link')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.link', message: 'Shortlinks' })}
        lead={t({
          id: 'link.lead',
          message:
            'Complete a shortlink on our partner’s site. You get your reward when its last button returns you here.',
        })}
      />
      <Loaded query={query} loading={<LinkSkeleton />} />
      <ClosedNote closed={closed} />
      {data && !closed && <Links list={data} />}
    </>
  )
}

const Links = ({ list }: { list: LinkList }) => {
  const { sort: wanted } = useQueryText()
  const sort = sorts.find((known) => known === wanted) ?? list.settings.sort
  const shown = sortLinks(list, sort)
  const opening = useOpenVisit()
  return (
    <div className="grid grid-cols-1 gap-4">
      <Today list={list} />
      {shown.length > 0 && <HowTo minutes={list.settings.visitMinutes} />}
      {shown.length > 1 && (
        <Segmented
          label={t({ id: 'link.sort', message: 'Sort by' })}
          hideLabel
          options={sorts.map((value) => ({ value, label: sortName(value) }))}
          value={sort}
          onValue={(value) => history.replace(to('/app/link', { query: { sort: value } }))}
        />
      )}
      <OpenError list={list} opening={opening} />
      <SandboxNote opening={opening} />
      {!shown.some(({ isOpen }) => isOpen) && <NoLinks list={list} />}
      {shown.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {shown.map((link) => (
            <li key={link.link._id}>
              <LinkCard shown={link} opening={opening} />
            </li>
          ))}
        </ul>
      )}
      <Decoy />
    </div>
  )
}

/**
 * Leads to a visit that never was. It is not laid out, has no words, and takes no focus, so that nobody sees, hears or
 * reaches it; a program that collects addresses takes it for the end of a visit, and shows itself by handing it in.
 */
const Decoy = () => {
  const href = to('/app/link/{secret}', { params: { secret: LINK_DECOY_SECRET } })
  return <a hidden inert aria-hidden="true" tabIndex={-1} rel="nofollow" href={href} />
}

const Today = ({ list: { today, held } }: { list: LinkList }) => {
  const amount = unitsText(held.amount)
  return (
    <Card className="grid grid-cols-2 gap-4">
      <Stat label={t({ id: 'link.today.count', message: 'Visits today' })} value={formatNumber(today.count)} />
      <Stat label={t({ id: 'link.today.earned', message: 'Earned today' })} value={<Amount units={today.earned} />} />
      {held.count > 0 && (
        <p className="col-span-full text-sm text-muted">
          {t({
            id: 'link.held',
            message: plural(held.count, {
              one: `# visit is in review: ${amount}.`,
              other: `# visits are in review: ${amount}.`,
            }),
          })}
        </p>
      )}
    </Card>
  )
}

const HowTo = ({ minutes }: { minutes: number }) => (
  <Disclosure summary={t({ id: 'link.how', message: 'How shortlinks work' })}>
    <ol className="grid list-decimal gap-1 ps-5">
      <li>{t({ id: 'link.how.leave', message: 'Select Visit. The shortlink opens in this tab.' })}</li>
      <li>
        {t({
          id: 'link.how.pass',
          message: 'Follow the steps, such as waiting or selecting Continue, until the last button. Stay in this tab.',
        })}
      </li>
      <li>
        {t({
          id: 'link.how.back',
          message: plural(minutes, {
            one: 'The last button returns you here and you get your reward. You have # minute.',
            other: 'The last button returns you here and you get your reward. You have # minutes.',
          }),
        })}
      </li>
    </ol>
  </Disclosure>
)

const NoLinks = ({ list: { links, settings } }: { list: LinkList }) => {
  const isSpent = links.some(({ closed }) => closed === null)
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={
          isSpent
            ? t({ id: 'link.empty.done', message: 'You’ve completed all shortlinks for today' })
            : t({ id: 'link.empty', message: 'No shortlinks available' })
        }
        actions={
          <PageLink to="/app/faucet" className={buttonClass({ variant: 'primary' })}>
            {t({ id: 'link.empty.faucet', message: 'Go to faucet' })}
          </PageLink>
        }
      >
        {isSpent ? (
          <>
            {t({ id: 'link.empty.again', message: 'Visits reset' })} <RelativeTime iso={settings.resetsAt} />.
          </>
        ) : (
          t({
            id: 'link.empty.text',
            message: 'New shortlinks appear here. You can earn from the faucet in the meantime.',
          })
        )}
      </EmptyState>
    </Card>
  )
}

/** Reserves the space of what is loading. */
const LinkSkeleton = () => (
  <div className="grid grid-cols-1 gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
    <Skeleton height={25} className="rounded-l" />
    <Skeleton height={14} className="rounded-l" />
    <div className="grid grid-cols-1 gap-3">
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
    </div>
  </div>
)

interface OpenErrorProps {
  list: Pick<LinkList, 'links' | 'history'>
  opening: OpenVisitMutation
}

/** Why the pressed link did not open, with the next best one in its place. */
const OpenError = ({ list, opening: { failed, open } }: OpenErrorProps) => {
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
