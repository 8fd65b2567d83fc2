import type { pages } from './pages.ts'

/** Paths are built only to pages that are there. */
declare module '#base/paths.ts' {
  interface PageTable extends Record<keyof typeof pages, true> {}
}
