import { t } from '@lingui/core/macro'
import { formatDateTime } from '#ui/format.ts'

/** A part of what was changed, in words; one that has no name any more as it was written down. */
export const partName = (name: string): string => {
  const names = { ...methodAndLinkParts(), ...bonusParts(), ...userParts(), ...wallParts(), ...otherParts() }
  return new Map(Object.entries<string>(names)).get(name) ?? name
}

/** Of methods, shortlinks and payouts. */
const methodAndLinkParts = () => ({
  currency: t({ id: 'admin.part.currency', message: 'Currency' }),
  name: t({ id: 'admin.part.name', message: 'Name' }),
  processor: t({ id: 'admin.part.processor', message: 'Payout processor' }),
  minimum: t({ id: 'admin.part.minimum', message: 'Minimum' }),
  maximum: t({ id: 'admin.part.maximum', message: 'Maximum' }),
  fee: t({ id: 'admin.part.fee', message: 'Fee' }),
  rate: t({ id: 'admin.part.rate', message: 'Rate (units per coin)' }),
  rateSource: t({ id: 'audit.rateSource', message: 'Rate source' }),
  options: t({ id: 'admin.part.options', message: 'Processor options' }),
  decimals: t({ id: 'admin.part.decimals', message: 'Decimals' }),
  enabled: t({ id: 'admin.part.enabled', message: 'Open' }),
  position: t({ id: 'admin.part.position', message: 'Position' }),
  api: t({ id: 'admin.part.api', message: 'API type' }),
  apiUrl: t({ id: 'admin.part.apiUrl', message: 'API URL' }),
  apiKey: t({ id: 'admin.part.apiKey', message: 'Key' }),
  reward: t({ id: 'admin.part.reward', message: 'Reward' }),
  maxView: t({ id: 'admin.part.maxView', message: 'Visits per day' }),
  priority: t({ id: 'admin.part.priority', message: 'Priority' }),
  minSeconds: t({ id: 'admin.part.minSeconds', message: 'Minimum seconds' }),
  expectedSeconds: t({ id: 'admin.part.expectedSeconds', message: 'Expected time (s)' }),
  countries: t({ id: 'admin.part.countries', message: 'Countries' }),
  source: t({ id: 'audit.source', message: 'Source' }),
  txId: t({ id: 'audit.txId', message: 'Transaction ID' }),
  msg: t({ id: 'admin.part.seen', message: 'Evidence' }),
})

/** Of challenges and coupons. */
const bonusParts = () => ({
  kind: t({ id: 'admin.part.kind', message: 'Type' }),
  period: t({ id: 'admin.part.period', message: 'Period' }),
  requirement: t({ id: 'admin.part.requirement', message: 'Target' }),
  tokenReward: t({ id: 'admin.part.reward', message: 'Reward' }),
  code: t({ id: 'admin.part.code', message: 'Code' }),
  count: t({ id: 'admin.part.count', message: 'Quantity' }),
  prefix: t({ id: 'admin.part.prefix', message: 'Beginning' }),
  usesMax: t({ id: 'admin.part.usesMax', message: 'Max. redemptions' }),
  from: t({ id: 'admin.part.from', message: 'From' }),
  until: t({ id: 'admin.part.until', message: 'Until' }),
  verifiedOnly: t({ id: 'admin.part.verifiedOnly', message: 'Verified email required' }),
})

/** Of accounts and imports. */
const userParts = () => ({
  username: t({ id: 'audit.username', message: 'Username' }),
  email: t({ id: 'audit.email', message: 'Email' }),
  email_verified_at: t({ id: 'audit.verified', message: 'Email verified' }),
  tz: t({ id: 'audit.tz', message: 'Time zone' }),
  hide_name: t({ id: 'audit.hidden', message: 'Name hidden' }),
  admin_note: t({ id: 'audit.note', message: 'Note' }),
  twoStep: t({ id: 'audit.twoStep', message: 'Two-factor authentication' }),
  ended: t({ id: 'admin.part.ended', message: 'Sessions ended' }),
  device: t({ id: 'admin.part.device', message: 'Device' }),
  main: t({ id: 'audit.field.balance', message: 'Earned balance' }),
  deposit: t({ id: 'audit.field.deposit', message: 'Deposit balance' }),
  debt: t({ id: 'audit.debt', message: 'Debt' }),
  account: t({ id: 'audit.account', message: 'Balance type' }),
  amount: t({ id: 'audit.column.amount', message: 'Amount' }),
  rows: t({ id: 'audit.rows', message: 'Rows in file' }),
  added: t({ id: 'audit.added', message: 'New accounts' }),
  skipped: t({ id: 'audit.skipped', message: 'Already imported (skipped)' }),
  problems: t({ id: 'audit.problems', message: 'Rows with errors' }),
})

/** Of offerwalls. */
const wallParts = () => ({
  preset: t({ id: 'admin.part.preset', message: 'Preset' }),
  slug: t({ id: 'admin.part.slug', message: 'URL name' }),
  conditions: t({ id: 'admin.part.conditions', message: 'Conditions' }),
  frameUrl: t({ id: 'admin.part.frameUrl', message: 'Iframe URL' }),
  keys: t({ id: 'admin.part.keys', message: 'Keys' }),
  secret: t({ id: 'admin.part.secret', message: 'Secret' }),
  allowedIps: t({ id: 'admin.part.allowedIps', message: 'Allowed IP addresses' }),
  refuseOtherIps: t({ id: 'admin.part.refuseOtherIps', message: 'Reject other IP addresses' }),
  unitsPerAmount: t({ id: 'admin.part.unitsPerAmount', message: 'Units per currency unit' }),
  shareBasisPoints: t({ id: 'admin.part.shareBasisPoints', message: 'Revenue share (basis points)' }),
  maxReward: t({ id: 'admin.part.maxReward', message: 'Max. reward' }),
  holdAbove: t({ id: 'admin.part.holdAbove', message: 'Hold rewards above' }),
  holdDays: t({ id: 'admin.part.holdDays', message: 'Hold period (days)' }),
  minLevel: t({ id: 'admin.part.minLevel', message: 'Minimum level' }),
  rules: t({ id: 'admin.part.rules', message: 'Postback format' }),
})

/** Of decisions, messages and news. */
const otherParts = () => ({
  reason: t({ id: 'audit.reason', message: 'Reason' }),
  status: t({ id: 'audit.status', message: 'Status' }),
  state: t({ id: 'audit.status', message: 'Status' }),
  note: t({ id: 'audit.note', message: 'Note' }),
  minutes: t({ id: 'admin.part.minutes', message: 'Minutes' }),
  message: t({ id: 'audit.message', message: 'Message' }),
  verdict: t({ id: 'audit.decision', message: 'Decision' }),
  score: t({ id: 'audit.title', message: 'Risk score' }),
  points: t({ id: 'audit.points', message: 'Points' }),
  withheld: t({ id: 'admin.part.withheld', message: 'Withheld' }),
  paid: t({ id: 'audit.paidOut', message: 'Paid out' }),
  role: t({ id: 'admin.part.role', message: 'Role' }),
  title: t({ id: 'admin.part.title', message: 'Title' }),
  markdown: t({ id: 'admin.part.text', message: 'Text' }),
  pinned: t({ id: 'admin.part.pinned', message: 'Pinned' }),
  publishedAt: t({ id: 'admin.part.publishedAt', message: 'Published' }),
})

/** A value as it stands in the log, with words for what has no look of its own. */
export const valueText = (text: string): string => {
  switch (text) {
    case '':
      return t({ id: 'admin.audit.empty', message: '(empty)' })
    case 'true':
      return t({ id: 'admin.audit.yes', message: 'yes' })
    case 'false':
      return t({ id: 'admin.audit.no', message: 'no' })
    case 'feed':
      return t({ id: 'audit.feed', message: 'Price sources' })
    case 'fixed':
      return t({ id: 'audit.fixed', message: 'Fixed rate' })
    default:
      return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text) : text
  }
}
