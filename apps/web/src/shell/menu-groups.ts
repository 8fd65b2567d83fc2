import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconCash,
  IconChecklist,
  IconHelpCircle,
  IconPigMoney,
  IconSpeakerphone,
  IconTool,
  IconUserSearch,
  IconUsersGroup,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'

/** Groups of the menu; one without a page that the visitor may open is not shown. Those of the staff stand below. */
export const menuGroups = {
  earn: { title: msg({ id: 'menu.earn', message: 'Earn' }), icon: IconPigMoney, order: 25 },
  task: { title: msg({ id: 'menu.task', message: 'Tasks' }), icon: IconChecklist, order: 40 },
  advertise: { title: msg({ id: 'menu.advertise', message: 'Advertise' }), icon: IconSpeakerphone, order: 50 },
  community: { title: msg({ id: 'menu.community', message: 'Community' }), icon: IconUsersGroup, order: 60 },
  help: { title: msg({ id: 'menu.help', message: 'Help' }), icon: IconHelpCircle, order: 80 },
  money: { title: msg({ id: 'menu.money', message: 'Money' }), icon: IconCash, order: 100, staff: true },
  people: { title: msg({ id: 'menu.people', message: 'Users' }), icon: IconUserSearch, order: 110, staff: true },
  sources: { title: msg({ id: 'menu.sources', message: 'Earning' }), icon: IconWorld, order: 120, staff: true },
  site: { title: msg({ id: 'menu.site', message: 'Site' }), icon: IconTool, order: 130, staff: true },
} satisfies Record<string, { title: MessageDescriptor; icon: Icon; order: number; staff?: true }>

export type MenuGroupId = keyof typeof menuGroups
