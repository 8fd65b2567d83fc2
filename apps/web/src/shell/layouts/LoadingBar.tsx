import { t } from '@lingui/core/macro'
import { useStore } from '#base/store.ts'

/** A thin stream along the upper edge while something is loading; short waits pass without it. */
export function LoadingBar() {
  const loading = useStore((state) => state.loading)
  if (!loading) return null
  return (
    <div className="loading-bar" role="progressbar" aria-label={t({ id: 'app.loading', message: 'Loading page' })} />
  )
}
