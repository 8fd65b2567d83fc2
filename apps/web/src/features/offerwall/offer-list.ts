import { t } from '@lingui/core/macro'
import type { ListedOffer, OfferDevice } from '@runnel/contract/earn/offer'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { offerwall } from './offerwall.ts'

/** Named here, because the contract's own list would bring its schemas into the page. */
export const offerDevices = ['android', 'ios', 'desktop'] as const satisfies readonly OfferDevice[]

export const deviceName = (device: OfferDevice): string => {
  switch (device) {
    case 'android':
      return t({ id: 'offers.device.android', message: 'Android' })
    case 'ios':
      return t({ id: 'offers.device.ios', message: 'iPhone and iPad' })
    case 'desktop':
      return t({ id: 'offers.device.desktop', message: 'Computer' })
  }
}

/** Offers of all walls that have an API; without a device those for the one in use. */
export const useOfferList = (device: OfferDevice | undefined) =>
  useQuery({
    ...offerwall.query('feed', { query: { ...(device && { device }) } }),
    placeholderData: keepPreviousData,
    // Vendors want to be asked seldom.
    staleTime: 120_000,
  })

/** Opens an offer in a tab of its own. The tab opens before the answer, or a browser would take it for a popup. */
export const useOpenOffer = (device: OfferDevice) =>
  useMutation({
    mutationFn: async ({ wallId, offerId }: ListedOffer) => {
      const tab = window.open('about:blank', '_blank')
      // The vendor's page must not reach ours.
      if (tab) tab.opener = null
      try {
        const { url } = await offerwall.calls.click({ params: { id: wallId }, body: { offerId, device } })
        if (URL.parse(url)?.protocol !== 'https:') throw new Error('not a web address')
        if (tab) tab.location.replace(url)
        else window.location.assign(url)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
