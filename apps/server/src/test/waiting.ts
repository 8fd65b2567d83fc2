import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'

/** Until so many connections wait for what others hold in this database. */
export const someoneWaits = async ({ db }: { readonly db: Db }, count = 1): Promise<void> => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await db.raw(waiting)).length < count) await pause(10)
}

/** So long that only an event that never comes is missed, on the busiest machine. */
const SECONDS = 120

/** Waits for an event, and says which one it was if it never comes. */
export const within = async <T>(event: string, promise: Promise<T>, seconds = SECONDS): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${seconds} seconds for ${event}`)), seconds * 1_000)
  })
  return Promise.race([promise, never]).finally(() => clearTimeout(timer))
}
