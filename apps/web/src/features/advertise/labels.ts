import { plural, t } from '@lingui/core/macro'
import type { AdKind, CampaignStatus, Device } from '@runnel/contract/advertise'

/** What is shown, in a few words. */
export const kindName = (kind: AdKind): string => {
  switch (kind) {
    case 'iframe':
      return t({ id: 'ad.kind.iframe', message: 'Embedded page' })
    case 'youtube':
      return t({ id: 'ad.kind.youtube', message: 'YouTube video' })
    case 'window':
      return t({ id: 'ad.kind.window', message: 'Page in a new tab' })
    case 'video':
      return t({ id: 'ad.kind.video', message: 'Video file' })
  }
}

/** What a status means for the one who pays. */
export const statusMeaning = (status: CampaignStatus): string => {
  switch (status) {
    case 'pending':
      return t({ id: 'campaign.meaning.pending', message: 'In review. It goes live after approval.' })
    case 'active':
      return t({ id: 'campaign.meaning.active', message: 'Your ad is live.' })
    case 'paused':
      return t({ id: 'campaign.meaning.paused', message: 'Not shown. The budget stays with the campaign.' })
    case 'rejected':
      return t({
        id: 'campaign.meaning.rejected',
        message: 'Rejected. The full budget was refunded to your deposit balance.',
      })
    case 'completed':
      return t({ id: 'campaign.meaning.completed', message: 'All views delivered. Add views to run it again.' })
    case 'deleted':
      return t({
        id: 'campaign.meaning.deleted',
        message: 'Deleted. The unused budget was refunded to your deposit balance.',
      })
  }
}

export const deviceName = (device: Device): string => {
  switch (device) {
    case 'any':
      return t({ id: 'ad.device.any', message: 'All devices' })
    case 'mobile':
      return t({ id: 'ad.device.mobile', message: 'Mobile' })
    case 'desktop':
      return t({ id: 'ad.device.desktop', message: 'Desktop' })
  }
}

const hour = 3_600
const day = 86_400

/** How often one person may be paid for it, in seconds between two times. */
export const intervals = [hour, 6 * hour, 12 * hour, day, 3 * day, 7 * day, 30 * day] as const

export const intervalName = (seconds: number): string => {
  if (seconds === hour) return t({ id: 'ad.interval.hour', message: 'Once an hour' })
  if (seconds === day) return t({ id: 'ad.interval.day', message: 'Once a day' })
  if (seconds === 7 * day) return t({ id: 'ad.interval.week', message: 'Once a week' })
  if (seconds % day === 0) {
    const days = seconds / day
    return t({ id: 'ad.interval.days', message: plural(days, { one: 'Every # day', other: 'Every # days' }) })
  }
  const hours = Math.round(seconds / hour)
  return t({ id: 'ad.interval.hours', message: plural(hours, { one: 'Every # hour', other: 'Every # hours' }) })
}

export const secondsName = (seconds: number): string => t({ id: 'ad.seconds', message: `${seconds} s` })

export const viewsName = (views: number): string =>
  t({ id: 'ad.views', message: plural(views, { one: '# view', other: '# views' }) })

/** Why a viewer reported an ad. */
export const reportName = (reason: string): string => {
  switch (reason) {
    case 'broken':
      return t({ id: 'ad.report.broken', message: 'Doesn’t load' })
    case 'malware':
      return t({ id: 'ad.report.malware', message: 'Malware' })
    case 'adult':
      return t({ id: 'ad.report.adult', message: 'Adult content' })
    case 'fraud':
      return t({ id: 'ad.report.fraud', message: 'Scam or fraud' })
    case 'frame-break':
      return t({ id: 'ad.report.frameBreak', message: 'Redirects away from the site' })
    default:
      return t({ id: 'ad.report.other', message: 'Other' })
  }
}
