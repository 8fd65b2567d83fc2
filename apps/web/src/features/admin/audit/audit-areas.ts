import { t } from '@lingui/core/macro'
import type { AuditAction } from '@runnel/contract/admin/audit-action'

type AreaOf<Action> = Action extends `${infer Area}.${string}` ? Area : never
/** What an action is about: what stands before its dot. */
export type AuditArea = AreaOf<AuditAction>

/** In the order in which an owner looks for them. */
export const areas = [
  'user',
  'suspect',
  'appeal',
  'network',
  'device',
  'withdrawal',
  'approval',
  'outflow',
  'method',
  'books',
  'campaign',
  'link',
  'wall',
  'postback',
  'coupon',
  'challenge',
  'task',
  'task-update',
  'dispute',
  'task-category',
  'contact',
  'news',
  'setting',
  'import',
  'list',
  'staff',
  'admin',
] as const satisfies readonly AuditArea[]

export const areaName = (area: AuditArea): string => areaNames()[area]

const areaNames = (): Record<AuditArea, string> => ({
  user: t({ id: 'admin.area.user', message: 'Users' }),
  suspect: t({ id: 'page.admin.suspects', message: 'Suspects' }),
  appeal: t({ id: 'page.admin.appeal', message: 'Appeals' }),
  network: t({ id: 'page.admin.ipUser', message: 'Networks' }),
  device: t({ id: 'page.admin.device', message: 'Devices' }),
  withdrawal: t({ id: 'page.admin.withdrawals', message: 'Withdrawals' }),
  approval: t({ id: 'page.admin.approval', message: 'Approvals' }),
  outflow: t({ id: 'admin.area.outflow', message: 'Spending limits' }),
  method: t({ id: 'admin.area.method', message: 'Withdrawal methods' }),
  books: t({ id: 'admin.area.books', message: 'Ledger' }),
  campaign: t({ id: 'page.admin.ptc', message: 'Campaigns' }),
  link: t({ id: 'page.admin.link', message: 'Shortlinks' }),
  wall: t({ id: 'page.admin.offerwalls', message: 'Offerwalls' }),
  postback: t({ id: 'admin.area.postback', message: 'Offerwall postbacks' }),
  coupon: t({ id: 'page.admin.coupon', message: 'Coupons' }),
  challenge: t({ id: 'page.admin.challenge', message: 'Challenges' }),
  task: t({ id: 'admin.area.task', message: 'Tasks' }),
  'task-update': t({ id: 'admin.area.taskUpdate', message: 'Task changes' }),
  dispute: t({ id: 'admin.area.dispute', message: 'Disputes' }),
  'task-category': t({ id: 'admin.area.taskCategory', message: 'Task categories' }),
  contact: t({ id: 'page.admin.contact', message: 'Messages' }),
  news: t({ id: 'page.admin.news', message: 'News' }),
  setting: t({ id: 'page.admin.settings', message: 'Settings' }),
  import: t({ id: 'admin.area.import', message: 'Import' }),
  list: t({ id: 'admin.area.list', message: 'Exports' }),
  staff: t({ id: 'admin.area.staff', message: 'Staff sign-ins' }),
  admin: t({ id: 'admin.area.admin', message: 'Administrator' }),
})
