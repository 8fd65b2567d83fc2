import { t } from '@lingui/core/macro'
import { IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, type MenuItem } from '#ui/overlay/Menu.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

interface OrderActionsProps<Action extends string> {
  title: string
  /** What the owner may do as it stands. */
  actions: readonly (Action | 'pause' | 'resume')[]
  isBusy: boolean
  onPause: () => void
  onResume: () => void
  /** All that the menu may hold; only what may be done is shown. */
  items: readonly (MenuItem & { key: Action })[]
}

/** What can be done with one campaign or task: the usual thing as a button, the rest behind one. */
export const OrderActions = <Action extends string>(props: OrderActionsProps<Action>) => {
  const { title, actions, isBusy, onPause, onResume, items } = props
  const more = t({ id: 'order.more', message: `More actions for ${title}` })
  return (
    <>
      {actions.includes('pause') && (
        <Button size="small" busy={isBusy} icon={<IconPlayerPause aria-hidden="true" />} onClick={onPause}>
          {t({ id: 'order.pause', message: 'Pause' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
      )}
      {actions.includes('resume') && (
        <Button
          size="small"
          variant="soft"
          busy={isBusy}
          icon={<IconPlayerPlay aria-hidden="true" />}
          onClick={onResume}
        >
          {t({ id: 'order.resume', message: 'Resume' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
      )}
      <Menu
        label={more}
        button={(button) => <IconButton {...button} label={more} icon={<IconDots aria-hidden="true" />} />}
        items={items.filter(({ key }) => actions.includes(key))}
      />
    </>
  )
}
