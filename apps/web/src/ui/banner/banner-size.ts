export type BannerSize = '728x90' | '468x60' | '300x250' | '160x600'

/** What stands below a page, the widest first; the tall one stands beside it. */
const below: readonly BannerSize[] = ['728x90', '468x60', '300x250']

/** The widest of these banners that fits; null when there is none. */
export const bannerFor = (width: number, sizes: readonly BannerSize[]): BannerSize | null =>
  below.find((size) => sizes.includes(size) && measuresOf(size).width <= width) ?? null

export const measuresOf = (size: BannerSize): { width: number; height: number } => {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}
