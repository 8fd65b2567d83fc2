import { statfs } from 'node:fs/promises'

/** What the user that runs Runnel can still write where a folder lies, and how large that disk is, in bytes. */
export const diskSpace = async (folder: string): Promise<{ free: number; total: number }> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

const LOW_BYTES = 2e9
const CRITICAL_BYTES = 3e8

/** Whether there is room for days, for hours, or hardly any. */
export const diskState = (free: number): 'fine' | 'low' | 'critical' => {
  if (free < CRITICAL_BYTES) return 'critical'
  return free < LOW_BYTES ? 'low' : 'fine'
}
