import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { digestOf } from '#scripts/release/digest.mjs'
import { readMigrations } from '#scripts/release/migrations.mjs'
import { bundledNode, release, root } from '#scripts/root.mjs'
import { Failed, quiet, show, step } from '#scripts/step.mjs'
import { keepDatabase, refuseUnlessSpace } from './database.mjs'
import { openSite } from './site.mjs'
import { swapIn, swapOut } from './swap.mjs'

/**
 * `npm run upgrade -- FILE`: a released program becomes a newer one. The site stops, is backed up with its books
 * proved, and starts as the new version; where that does not serve, program and database are those of before.
 */
export const upgrade = async (args) => {
  if (!release) throw new Failed('This is a clone: stop the site, then run git pull and npm start.')
  const at = args.indexOf('--service')
  const service = at < 0 ? undefined : args[at + 1]
  const [file] = args.filter((_arg, index) => at < 0 || (index !== at && index !== at + 1))
  if (file === undefined) throw new Failed('Name the file: npm run upgrade -- runnel-VERSION.tar.gz [--service NAME]')
  const workshop = join(root, '.upgrade')
  const fresh = join(workshop, 'new')
  rmSync(workshop, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  try {
    const next = await step('Unpack and check the file', () =>
      unpack({ file: resolve(process.env.INIT_CWD ?? '.', file), fresh }),
    )
    const site = await openSite({ service })
    if (!service && (await site.answers())) {
      throw new Failed('The site is running: stop it first, or name its service with --service.')
    }
    await refuseUnlessSpace(site)
    await site.stop()
    await replace({ site, next, fresh, old: join(workshop, 'old') })
    return 0
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** From here on the site does not serve, until one of the two versions does. */
const replace = async ({ site, next, fresh, old }) => {
  let database
  try {
    await step('Back up', () => show(bundledNode, [...site.options, backup], { env: site.env, ...site.owner }))
    database = await step('Copy the database', () => keepDatabase(site))
  } catch (error) {
    // Nothing has changed; a site that its owner starts stays stopped.
    if (site.service) await site.start()
    throw error
  }
  try {
    swapIn({ fresh, old })
    await step(`Start ${next}`, () => site.prove())
  } catch (error) {
    console.log(`${next} doesn’t start: rolling back to ${release.version}.`)
    await site.stop()
    swapOut({ old })
    await database.putBack()
    if (error.mayHavePaid && database.at) {
      const command = [...site.options, stopPayouts, database.at]
      await step('Stop payouts', () => show(bundledNode, command, { env: site.env, ...site.owner }))
      console.log('Payouts are stopped: compare what was paid meanwhile, then resume them under Spending limits.')
    }
    await step(`Start ${release.version}`, () => site.prove())
    throw new Failed(`The site was rolled back to ${release.version}: ${error.message}`)
  }
  await database.drop()
  console.log(`The site was upgraded to ${next}.${site.service ? '' : ' Start it as usual.'}`)
}

const backup = 'apps/server/src/operations/commands/backup.ts'
const stopPayouts = 'apps/server/src/operations/commands/stop-payouts.ts'

/** Unpacks a newer version for this system that knows all that is in the database; gives its number. */
const unpack = async ({ file, fresh }) => {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Failed(`The file ${file} doesn’t exist.`)
  await compareDigest(file)
  await quiet('tar', ['-xzf', file, '-C', fresh, '--strip-components=1']).catch((error) => {
    throw new Failed(`${file} can’t be unpacked: ${error.message.trim().split('\n')[0]}`)
  })
  const about = join(fresh, 'release.json')
  if (!existsSync(about)) throw new Failed(`${file} isn’t a release of Runnel.`)
  const next = JSON.parse(readFileSync(about, 'utf8'))
  const system = `${next.platform}-${next.arch}`
  if (system !== `${process.platform}-${process.arch}`)
    throw new Failed(`${file} is for ${system}: use the file for this system.`)
  if (order(next.version) <= order(release.version)) {
    throw new Failed(`${file} is version ${next.version}, but ${release.version} is installed: use a newer one.`)
  }
  const known = new Map(readMigrations(fresh).map(({ name, sha256 }) => [name, sha256]))
  const lost = readMigrations().find(({ name, sha256 }) => known.get(name) !== sha256)
  if (lost) throw new Failed(`${file} can’t upgrade ${release.version}: its ${lost.name} is missing or different.`)
  return next.version
}

/** The file of digests lies beside what it was made for; without it, nothing can be compared. */
const compareDigest = async (file) => {
  const list = join(dirname(file), 'SHA256SUMS')
  if (!existsSync(list)) return
  const wanted = readFileSync(list, 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .find(([, name]) => name === basename(file))
  if (wanted && wanted[0] !== (await digestOf(file)))
    throw new Failed(`${file} is damaged: its digest isn’t the one in ${list}.`)
}

const order = (version) => version.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0)
