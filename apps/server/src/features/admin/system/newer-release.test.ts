import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newerRelease } from './newer-release.ts'

const system = `${process.platform}-${process.arch}`
let releaseDir: string
beforeEach(() => void (releaseDir = mkdtempSync(join(tmpdir(), 'runnel-release-'))))
afterEach(() => rmSync(releaseDir, { recursive: true, force: true }))

const put = (...names: string[]): void => names.forEach((name) => writeFileSync(join(releaseDir, name), ''))
const look = (version = '0.9.0') => newerRelease({ version, releaseDir })

test('the newest of the later releases for this system, by numbers and not by letters', async () => {
  put(`runnel-0.9.1-${system}.tar.gz`, `runnel-0.10.0-${system}-with-node.tar.gz`, `runnel-0.8.0-${system}.tar.gz`)
  expect(await look()).toEqual({ version: '0.10.0', file: `runnel-0.10.0-${system}-with-node.tar.gz` })
})

test('nothing for the version that runs, older ones, other systems and other files', async () => {
  put(`runnel-0.9.0-${system}.tar.gz`, `runnel-0.8.9-${system}.tar.gz`, 'runnel-1.0.0-plan9-mips.tar.gz')
  put('SHA256SUMS', `runnel-1.0.0-${system}.tar.gz.part`, `my-runnel-1.0.0-${system}.tar.gz`, 'runnel-1-x.tar.gz')
  expect(await look()).toBeNull()
})

test('a clone has no releases, and a folder that cannot be read has none', async () => {
  expect(await newerRelease({ version: '0.9.0', releaseDir: undefined })).toBeNull()
  expect(await newerRelease({ version: '0.9.0', releaseDir: join(releaseDir, 'gone') })).toBeNull()
})
