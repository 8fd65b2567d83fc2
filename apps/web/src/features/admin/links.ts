import { t } from '@lingui/core/macro'
import type { AdminLink, HeldVisit, LinkApi } from '@runnel/contract/admin-link'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { hush } from '#api/quiet.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { link } from '#features/link/link.ts'
import { admin, askAgain } from './admin.ts'
import { readDay } from './days.ts'

export type { AdminLink, HeldVisit, LinkApi }

export const heldLimit = 20

export const linkTabs = ['providers', 'held', 'statistic'] as const
export type LinkTab = (typeof linkTabs)[number]

/** What the page shows; it stands in the address. */
export interface LinkView {
  tab: LinkTab
  page?: number | undefined
  from?: string | undefined
  to?: string | undefined
  provider?: string | undefined
}

export function readView(query: Readonly<Record<string, string | undefined>>): LinkView {
  return {
    tab: linkTabs.find((known) => known === query['tab']) ?? 'providers',
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
    from: readDay(query['from']),
    to: readDay(query['to']),
    provider: query['provider']?.slice(0, 36),
  }
}

export function show({ tab, ...rest }: LinkView): void {
  history.replace(to('/app/admin/link', { query: { ...(tab !== 'providers' && { tab }), ...rest } }))
}

export function useProviders() {
  return useQuery({ ...admin.query('links'), refetchInterval: 60_000, refetchOnWindowFocus: true })
}

export function useHeld(page: number) {
  const query = { page: String(page), limit: String(heldLimit) }
  return useQuery({
    ...admin.query('heldVisits', { query }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

export function useLinkDays(range: { from: string | undefined; to: string | undefined }) {
  const query = { ...(range.from && { from: range.from }), ...(range.to && { to: range.to }) }
  return useQuery({ ...link.query('statistic', { query }), placeholderData: keepPreviousData })
}

/** Asks again for all that shows providers. */
export function linksChanged(): void {
  void askAgain('links', 'settingAudit')
  void queryClient.invalidateQueries({ queryKey: link.keyOf('list') })
}

export function useLinkCalls() {
  const after = { onSettled: linksChanged }
  const order = useMutation({ ...after, mutationFn: (ids: string[]) => admin.calls.orderLinks({ body: { ids } }) })
  const remove = useMutation({ ...after, mutationFn: (id: string) => admin.calls.removeLink({ params: { id } }) })
  const test = useMutation({
    ...after,
    // What it says stands in its row; a toast would call a provider that gave nothing a success.
    mutationFn: (id: string) => admin.calls.testLink({ params: { id }, signal: hush(new AbortController().signal) }),
  })
  return { order, remove, test }
}

/** Pays held visits or refuses them; each brings the queue up to date, whatever became of it. */
export function useDecideVisits() {
  return useMutation({
    mutationFn: ({ ids, reason }: { ids: string[]; reason?: string }) =>
      admin.calls.decideVisits({ body: { ids, pay: reason === undefined, ...(reason !== undefined && { reason }) } }),
    onSettled: () => askAgain('heldVisits', 'links', 'stats'),
  })
}

export const linkApis = ['adlinkfly', 'cuty', 'ouo', 'shortest', 'sandbox'] as const satisfies readonly LinkApi[]

export function apiName(api: LinkApi): string {
  switch (api) {
    case 'adlinkfly':
      return t({ id: 'admin.link.api.adlinkfly', message: 'Common API (AdLinkFly)' })
    case 'cuty':
      return t({ id: 'admin.link.api.cuty', message: 'Cuty' })
    case 'ouo':
      return t({ id: 'admin.link.api.ouo', message: 'ouo.io' })
    case 'shortest':
      return t({ id: 'admin.link.api.shortest', message: 'Shorte.st' })
    case 'sandbox':
      return t({ id: 'admin.link.api.sandbox', message: 'Sandbox' })
  }
}

/** What the owner needs for it, and where that stands. */
export function apiHint(api: LinkApi): string {
  switch (api) {
    case 'adlinkfly':
      return t({
        id: 'admin.link.api.adlinkfly.hint',
        message: 'Most services run this script. Its address ends in /api; the key stands under Tools, Developers API.',
      })
    case 'cuty':
      return t({ id: 'admin.link.api.cuty.hint', message: 'The key is the API token of your account.' })
    case 'ouo':
      return t({ id: 'admin.link.api.ouo.hint', message: 'The key stands under Tools, Developers API.' })
    case 'shortest':
      return t({ id: 'admin.link.api.shortest.hint', message: 'The key is the public API token of your account.' })
    case 'sandbox':
      return t({
        id: 'admin.link.api.sandbox.hint',
        message: 'Our own, for trying things out: a visit comes straight back. A site in production does not have it.',
      })
  }
}
