import { Gauge, type Registry } from 'prom-client'
import { walletsOf } from '#features/withdraw/withdraw.ts'
import type { Read } from '#kernel/db.ts'
import { type SystemProbe, systemFigures } from './system-figures.ts'

type SystemNumbers = ReturnType<typeof systemNumbers>

/** What runs out or stands still before the site does: jobs, disk, database, backups and wallets. */
export const systemNumbers = (registry: Registry) => {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const ofWallet = ['processor', 'currency']
  return {
    waiting: gauge('runnel_jobs_waiting', 'Background jobs that are due and that no node has started.'),
    oldest: gauge('runnel_jobs_oldest_seconds', 'Seconds since the oldest of them became due.'),
    free: gauge('runnel_disk_free_bytes', 'Free space on the disk of DATA_DIR of this node.'),
    total: gauge('runnel_disk_size_bytes', 'Size of the disk of DATA_DIR of this node.'),
    database: gauge('runnel_database_size_bytes', 'Size of the database.'),
    backup: gauge('runnel_backup_timestamp_seconds', 'Time of the last backup.'),
    wallets: [
      gauge('runnel_wallet_up', 'Whether the wallet reports its balance and its payouts are on.', ofWallet),
      gauge('runnel_wallet_low', 'Whether the balance is less than its approved withdrawals.', ofWallet),
      gauge('runnel_wallet_units', 'Balance of a payout wallet in units, at the rate of its methods.', ofWallet),
      gauge('runnel_wallet_owed_units', 'Withdrawals in progress that this wallet is to pay, in units.', ofWallet),
    ],
  } as const
}

interface Source {
  readonly db: Read
  readonly system: SystemProbe
  readonly now: Date
}

export const readSystemNumbers = async (numbers: SystemNumbers, { db, system, now }: Source): Promise<void> => {
  const [{ queue, disk, database, backup }, wallets] = await Promise.all([
    systemFigures(db, system),
    walletsOf(db, now),
  ])
  numbers.waiting.set(queue.waiting)
  numbers.oldest.set(queue.oldestSeconds)
  numbers.database.set(database.bytes)
  if (disk !== null) {
    numbers.free.set(disk.free)
    numbers.total.set(disk.total)
  }
  if (backup !== null) numbers.backup.set(Date.parse(backup.at) / 1_000)
  const [up, low, units, owed] = numbers.wallets
  // A wallet that was removed must not stay.
  for (const number of numbers.wallets) number.reset()
  for (const { processor, currency, ...wallet } of wallets) {
    const labels = { processor, currency }
    up.set(labels, wallet.error === null && wallet.halted === null ? 1 : 0)
    low.set(labels, wallet.low ? 1 : 0)
    owed.set(labels, wallet.owed)
    if (wallet.units !== null) units.set(labels, wallet.units)
  }
}
