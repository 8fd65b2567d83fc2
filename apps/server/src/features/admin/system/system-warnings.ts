import { type Words, say } from '#kernel/words/say.ts'
import { diskState } from './disk.ts'
import type { SystemFigures } from './system-figures.ts'

export interface SystemWarning {
  readonly code:
    | 'BACKUP_FAILED'
    | 'BACKUP_LATE'
    | 'BACKUP_NONE'
    | 'DISK_LOW'
    | 'DISK_CRITICAL'
    | 'QUEUE_STUCK'
    | 'UPDATE_READY'
  readonly msg: Words
}

const HOUR_MS = 3_600_000
const QUEUE_STUCK_SECONDS = 900
/** Made by hand only, one is worth less each week. */
const BY_HAND_HOURS = 7 * 24

/** Whether a backup is older than the owner planned by more than a run that came late. */
export const isBackupLate = ({ hours, everyHours }: { hours: number; everyHours: number }): boolean =>
  hours > (everyHours === 0 ? BY_HAND_HOURS : everyHours + Math.max(2, everyHours / 2))

export const isQueueStuck = ({ oldestSeconds }: { oldestSeconds: number }): boolean =>
  oldestSeconds > QUEUE_STUCK_SECONDS

/** What the owner should put right before it costs data or stops the site. */
export const systemWarnings = (figures: SystemFigures, now: Date): SystemWarning[] => [
  ...backupWarnings(figures, now),
  ...diskWarnings(figures),
  ...queueWarnings(figures),
  ...updateNotice(figures),
]

const backupWarnings = ({ backup, backupFailure, backupHours }: SystemFigures, now: Date): SystemWarning[] => {
  if (backupFailure !== null) {
    return [{ code: 'BACKUP_FAILED', msg: say('owner.system.backupFailed', { note: backupFailure.note }) }]
  }
  if (backup === null) return [{ code: 'BACKUP_NONE', msg: say('owner.system.backupNone') }]
  const hours = Math.floor((now.getTime() - Date.parse(backup.at)) / HOUR_MS)
  if (!isBackupLate({ hours, everyHours: backupHours })) return []
  return [{ code: 'BACKUP_LATE', msg: say('owner.system.backupLate', { hours }) }]
}

const diskWarnings = ({ disk }: SystemFigures): SystemWarning[] => {
  const state = disk === null ? 'fine' : diskState(disk.free)
  if (disk === null || state === 'fine') return []
  const code = state === 'low' ? 'DISK_LOW' : 'DISK_CRITICAL'
  return [{ code, msg: say('owner.system.diskLow', { megabytes: Math.round(disk.free / 1e6) }) }]
}

const queueWarnings = ({ queue }: SystemFigures): SystemWarning[] => {
  if (!isQueueStuck(queue)) return []
  const minutes = Math.floor(queue.oldestSeconds / 60)
  return [{ code: 'QUEUE_STUCK', msg: say('owner.system.queueStuck', { count: queue.waiting, minutes }) }]
}

/** No fault: whoever put the file there knows of it, and the other admins read it in the admin area. */
export const updateNotice = ({ newer }: Pick<SystemFigures, 'newer'>): SystemWarning[] =>
  newer === null ? [] : [{ code: 'UPDATE_READY', msg: say('owner.system.updateReady', newer) }]
