import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** Nothing has moved yet: the rule of two admins holds for this sum. */
export const ApprovalNote = () => (
  <Alert
    tone="warn"
    urgent
    title={t({ id: 'admin.user.proposed', message: 'Waiting for a second admin' })}
    actions={
      <Button as={PageLink} to="/app/admin/approval" query={{ state: 'pending' }} size="small">
        {t({ id: 'admin.proposed.link', message: 'View approvals' })}
      </Button>
    }
  >
    {t({
      id: 'admin.proposed.text',
      message: 'Nothing has changed yet. Your settings require a second admin for this amount.',
    })}
  </Alert>
)
