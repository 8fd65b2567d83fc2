import { t } from '@lingui/core/macro'
import { measuresOf, type BannerSize } from './banner-size.ts'

/**
 * The owner's own ad code in a frame that is of no origin: it can read nothing of ours, neither the token nor the page,
 * and cannot take the page elsewhere. Its space is reserved before it loads.
 */
export const Banner = ({ size, className }: { size: BannerSize; className?: string }) => (
  <iframe
    {...measuresOf(size)}
    className={className}
    style={{ border: 0 }}
    src={`/banner/${size}`}
    title={t({ id: 'banner.title', message: 'Advertisement' })}
    sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
    loading="lazy"
  />
)
