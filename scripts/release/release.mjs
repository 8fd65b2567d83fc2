import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '#scripts/root.mjs'
import { quiet, step } from '#scripts/step.mjs'
import { digestOf } from './digest.mjs'
import { recordRelease } from './migrations.mjs'
import { stage } from './stage.mjs'
import { writeVersion } from './version.mjs'

/**
 * `npm run release` makes the file that owners unpack, of this version and for this system. With a version it first
 * writes that into the manifests and the changelog, and records the migrations.
 */
export const makeRelease = async ({ args, build }) => {
  const [version] = args.filter((arg) => !arg.startsWith('--'))
  if (version !== undefined) {
    writeVersion(version)
    recordRelease(version)
  }
  await build()
  const withNode = args.includes('--with-node')
  const { file, bytes } = await pack({ into: join(root, 'release'), withNode })
  console.log(`\n${file}\n${(bytes / 1e6).toFixed(0)} MB unpacked; its digest is in ${join(root, 'release', digests)}`)
  if (version !== undefined) {
    console.log(
      `\nPublish it:\n\n  git commit -am "release: ${version}" && git tag v${version} && git push --follow-tags\n`,
    )
  }
  return 0
}

const digests = 'SHA256SUMS'

/** Makes the file of what is here, in a folder. */
export const pack = async ({ into, withNode = false, level = 6 }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `runnel-${version}-${process.platform}-${process.arch}${withNode ? '-with-node' : ''}`
  const folder = join(into, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  try {
    await step('Assemble the release', () => stage({ to: folder, withNode }))
    const bytes = bytesIn(folder)
    const file = `${folder}.tar.gz`
    await step('Pack it', () => compress({ folder, file, level }))
    await writeDigests(into)
    return { file, bytes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const compress = async ({ folder, file, level }) => {
  const isGnu = (await quiet('tar', ['--version'])).includes('GNU')
  // Nobody's number of the machine that made it.
  const owner = isGnu ? ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'] : []
  const parent = join(folder, '..')
  await quiet('/bin/sh', [
    '-c',
    'tar -C "$1" "$5" -cf - "$2" | gzip -n "-$3" > "$4"'.replace('"$5"', owner.join(' ')),
    'tar',
    parent,
    basename(folder),
    String(level),
    file,
  ])
}

/** As `sha256sum --check` reads them. */
const writeDigests = async (folder) => {
  const lines = []
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.tar.gz'))) {
    lines.push(`${await digestOf(join(folder, name))}  ${name}\n`)
  }
  writeFileSync(join(folder, digests), lines.join(''))
}

/** What it takes on a disk: files fill whole blocks. Links are not followed. */
const bytesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path)
    return entry.isSymbolicLink() ? sum : sum + (lstatSync(path).blocks ?? 0) * 512
  }, 0)
