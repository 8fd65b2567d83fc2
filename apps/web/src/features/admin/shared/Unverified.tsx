import { t } from '@lingui/core/macro'
import { Alert } from '#ui/state/Alert.tsx'

/** Told where nothing of a provider was checked against its vendor's own pages; `children`: what to try out instead. */
export const Unverified = ({ children }: { children?: string }) => (
  <Alert tone="warn">
    {children ??
      t({
        id: 'admin.unverified',
        message: 'Unverified: not yet checked against the vendor. Send yourself a test credit before you go live.',
      })}
  </Alert>
)
