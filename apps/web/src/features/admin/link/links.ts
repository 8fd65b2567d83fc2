import { t } from '@lingui/core/macro'
import type { AdminLink, HeldVisit, LinkApi } from '@runnel/contract/admin/link'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { silence } from '#api/silent.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { day, listAt, listQuery, onPage, words } from '#features/admin/list/url-state.ts'
import { link } from '#features/link/link.ts'

export type { AdminLink, HeldVisit, LinkApi }

export const linkTabs = ['providers', 'held', 'statistic'] as const
export type LinkTab = (typeof linkTabs)[number]

export const readTab = (tab: string | undefined): LinkTab => linkTabs.find((known) => known === tab) ?? 'providers'

export const showTab = (tab: LinkTab): void => {
  history.replace(to('/app/admin/link', { query: tab === 'providers' ? {} : { tab } }))
}

export const heldList = listAt((query) => to('/app/admin/link', { query: { tab: 'held', ...query } }), {}, null)

/** Of which days and which provider the figures are. */
export const linkDays = listAt(
  (query) => to('/app/admin/link', { query: { tab: 'statistic', ...query } }),
  {
    from: day,
    to: day,
    provider: words(36),
  },
  'link-days',
)

export const useProviders = () =>
  useQuery({ ...admin.query('links'), refetchInterval: 60_000, refetchOnWindowFocus: true })

export const useHeld = (page: number) =>
  useQuery({ ...admin.query('heldVisits', { query: onPage(page) }), ...listQuery })

export const useLinkDays = ({ from, to: last }: ReturnType<typeof linkDays.useView>['filter']) =>
  useQuery({ ...link.query('statistic', { query: { from, to: last } }), placeholderData: keepPreviousData })

/** Asks again for all that shows providers. */
export const linksChanged = (): void => {
  void invalidateAdmin('links', 'settingAudit')
  void queryClient.invalidateQueries({ queryKey: link.keyOf('list') })
}

export const useLinkCalls = () => {
  const after = { onSettled: linksChanged }
  const order = useMutation({
    ...after,
    mutationFn: (links: readonly AdminLink[]) => admin.calls.orderLinks({ body: { ids: links.map(({ _id }) => _id) } }),
  })
  const test = useMutation({
    ...after,
    // What it says stands in its row; a toast would call a provider that gave nothing a success.
    mutationFn: (id: string) => admin.calls.testLink({ params: { id }, signal: silence(new AbortController().signal) }),
  })
  return { order, test }
}

/** Pays held visits or refuses them; each brings the queue up to date, whatever became of it. */
export const useDecideVisits = () =>
  useMutation({
    mutationFn: ({ ids, reason }: { ids: string[]; reason?: string }) =>
      admin.calls.decideVisits({ body: { ids, pay: reason === undefined, ...(reason !== undefined && { reason }) } }),
    onSettled: () => invalidateAdmin('heldVisits', 'links', 'stats'),
  })

export const linkApis = ['adlinkfly', 'cuty', 'ouo', 'shortest', 'sandbox'] as const satisfies readonly LinkApi[]

export const apiName = (api: LinkApi): string => {
  switch (api) {
    case 'adlinkfly':
      return t({ id: 'admin.link.api.adlinkfly', message: 'AdLinkFly-compatible API' })
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
export const apiHint = (api: LinkApi): string => {
  switch (api) {
    case 'adlinkfly':
      return t({
        id: 'admin.link.api.adlinkfly.hint',
        message: 'Used by most services. The URL ends in /api; find the key under Tools > Developers API.',
      })
    case 'cuty':
      return t({ id: 'admin.link.api.cuty.hint', message: 'Use the API token from your account.' })
    case 'ouo':
      return t({ id: 'admin.link.api.ouo.hint', message: 'Find the key under Tools > Developers API.' })
    case 'shortest':
      return t({ id: 'admin.link.api.shortest.hint', message: 'Use the public API token from your account.' })
    case 'sandbox':
      return t({
        id: 'admin.link.api.sandbox.hint',
        message: 'For testing: a visit returns immediately. Not available in production.',
      })
  }
}
