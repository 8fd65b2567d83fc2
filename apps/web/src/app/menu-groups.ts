import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconChecklist,
  IconHelpCircle,
  IconPigMoney,
  IconSettings,
  IconSpeakerphone,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'

/** Groups of the menu; one without a page that the visitor may open is not shown. */
export const menuGroups = {
  earn: { title: msg({ id: 'menu.earn', message: 'Earn' }), icon: IconPigMoney, order: 25 },
  task: { title: msg({ id: 'menu.task', message: 'Tasks' }), icon: IconChecklist, order: 40 },
  advertise: { title: msg({ id: 'menu.advertise', message: 'Advertise' }), icon: IconSpeakerphone, order: 50 },
  community: { title: msg({ id: 'menu.community', message: 'Community' }), icon: IconUsersGroup, order: 60 },
  help: { title: msg({ id: 'menu.help', message: 'Help' }), icon: IconHelpCircle, order: 80 },
  admin: { title: msg({ id: 'menu.admin', message: 'Administration' }), icon: IconSettings, order: 90 },
} satisfies Record<string, { title: MessageDescriptor; icon: Icon; order: number }>

export type MenuGroupId = keyof typeof menuGroups
