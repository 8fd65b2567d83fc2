import type { ListedWall } from '@runnel/contract/earn/offerwall'
import { IconChevronRight, IconListCheck, IconMessageQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { holdText } from './labels.ts'
import { Reliability } from './Reliability.tsx'

/** A wall with what is paid and when; the whole card leads to it. */
export const WallCard = ({ wall }: { wall: ListedWall }) => {
  const { name, conditions, page } = wall
  const Icon = page === 'pollfish' ? IconMessageQuestion : IconListCheck
  return (
    <WallFrame wall={wall}>
      <span className="drop">
        <Icon aria-hidden="true" />
      </span>
      <span className="grid min-w-0 grow content-start gap-1">
        <span className="flex items-center justify-between gap-3">
          <strong className="min-w-0 wrap-anywhere">{name}</strong>
          <IconChevronRight className="shrink-0 text-muted" aria-hidden="true" />
        </span>
        {conditions !== '' && (
          <span className="text-sm whitespace-pre-line wrap-anywhere" dir="auto">
            {conditions}
          </span>
        )}
        <span className="text-sm text-muted">{holdText(wall)}</span>
        <Reliability reliability={wall.reliability} />
      </span>
    </WallFrame>
  )
}

const WallFrame = ({ wall: { _id, page }, children }: { wall: ListedWall; children: ReactNode }) => {
  const look = 'card flex min-w-0 gap-3'
  if (page === 'pollfish') {
    return (
      <PageLink to="/app/offerwall/pollfish" query={{ id: _id }} className={look}>
        {children}
      </PageLink>
    )
  }
  return (
    <PageLink to="/app/offerwall/{id}" params={{ id: _id }} className={look}>
      {children}
    </PageLink>
  )
}
