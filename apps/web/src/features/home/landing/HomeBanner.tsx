import type { Site } from '@runnel/contract/home'
import { Banner } from '#ui/banner/Banner.tsx'
import { classes } from '#ui/classes.ts'

/** The owner's banner in the calm between two parts of the page: a wide one where it fits, else a small one. */
export function HomeBanner({ site: { banners } }: { site: Site }) {
  const wide = banners.find((size) => size === '728x90') ?? banners.find((size) => size === '468x60')
  const small = banners.find((size) => size === '300x250')
  if (!wide && !small) return null
  return (
    <div className="banner">
      {wide && <Banner size={wide} className="banner-wide" />}
      {small && <Banner size={small} className={classes(wide && 'banner-small')} />}
    </div>
  )
}
