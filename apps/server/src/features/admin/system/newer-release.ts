import { readdir } from 'node:fs/promises'
import type { SystemStatus } from '@runnel/contract/admin/system'

interface Installed {
  readonly version: string
  /** The folder of a released program; undefined: it runs from a clone, which is updated by git. */
  readonly releaseDir: string | undefined
}

/** The newest file of a later release for this system that somebody put into the program's folder. */
export const newerRelease = async ({ version, releaseDir }: Installed): Promise<SystemStatus['newer']> => {
  if (releaseDir === undefined) return null
  const names = await readdir(releaseDir).catch(() => [])
  const found = names.flatMap((file) => {
    // As `npm run release` names them.
    const [, its, system] = /^runnel-(\d+\.\d+\.\d+)-([a-z0-9]+-[a-z0-9]+)(?:-with-node)?\.tar\.gz$/.exec(file) ?? []
    return its !== undefined && system === `${process.platform}-${process.arch}` ? [{ version: its, file }] : []
  })
  const newest = found.toSorted((one, other) => compare(other.version, one.version))[0]
  return newest !== undefined && compare(newest.version, version) > 0 ? newest : null
}

const compare = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })
