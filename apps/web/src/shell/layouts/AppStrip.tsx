import { t } from '@lingui/core/macro'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from '#base/store.ts'
import { applyUpdate, startAppUpdates, useUpdate } from '#shell/app-update.ts'
import { Button } from '#ui/Button.tsx'
import { useOnline } from '#ui/state/use-online.ts'

/** Along the upper edge: that there is no network, or that there is a newer version. */
export const AppStrip = () => {
  const isOnline = useOnline()
  const isMember = useStore((state) => state.token !== null)
  const { waiting, isTyped } = useUpdate()
  useEffect(() => {
    if (isMember) startAppUpdates()
  }, [isMember])
  if (!isOnline) {
    return (
      <div className="app-strip tone-warn" role="status">
        <IconCloudOff aria-hidden="true" />
        {t({ id: 'app.offline', message: 'You’re offline. Pages you’ve opened still work; nothing can be sent.' })}
      </div>
    )
  }
  if (!waiting) return null
  return (
    <div className="app-strip tone-brand" role="status">
      <IconRefresh aria-hidden="true" />
      {isTyped
        ? t({ id: 'app.update.later', message: 'A new version is ready. It loads with the next page you open.' })
        : t({ id: 'app.update.ready', message: 'A new version is ready.' })}
      {!isTyped && (
        <Button size="small" onClick={applyUpdate}>
          {t({ id: 'app.update.apply', message: 'Update now' })}
        </Button>
      )}
    </div>
  )
}
