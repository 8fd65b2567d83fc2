import type { PagePath, PlainPath } from '#base/paths.ts'

/** Each page that needs a parameter shows one of many, or none at all: here is the page with all of them. */
const above: Record<Exclude<PagePath, PlainPath>, PlainPath> = {
  '/reset-password/{secret}': '/forgot-password',
  '/active/{secret}': '/login',
  '/app/ptc/iframe/{ad_id}': '/app/ptc',
  '/app/ptc/youtube/{ad_id}': '/app/ptc',
  '/app/ptc/video/{ad_id}': '/app/ptc',
  '/app/link/{secret}': '/app/link',
  '/app/offerwall/{id}': '/app/offerwall',
  '/app/task/{id}': '/app/task/earn',
  '/app/task/{id}/detail': '/app/task/advertise/manage',
  '/app/task/{id}/submission': '/app/task/advertise/manage',
  '/app/campaign/{id}': '/app/advertise',
  '/app/deposit/sandbox/{id}': '/app/deposit',
  '/app/admin/users/{id}': '/app/admin/users',
  '/app/admin/suspects/{id}': '/app/admin/suspects',
}

/** Where the way back leads from a page; null from where every way begins. */
export const pageAbove = (path: PagePath): PlainPath | null => {
  const known: Partial<Record<PagePath, PlainPath>> = above
  const start = path.startsWith('/app/admin/') ? '/app/admin/overview' : '/app/dashboard'
  return known[path] ?? (path === start ? null : start)
}
