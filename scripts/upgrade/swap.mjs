import { mkdirSync, readdirSync, renameSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/root.mjs'

/** Puts each entry of the new program in place of the old one; data and .env are no part of a release. */
export const swapIn = ({ fresh, old }) => {
  mkdirSync(old, { recursive: true })
  for (const name of readdirSync(fresh)) {
    if (existsSync(join(root, name))) renameSync(join(root, name), join(old, name))
    renameSync(join(fresh, name), join(root, name))
  }
}

/** Puts back what was there, whether all of it had gone or not. */
export const swapOut = ({ old }) => {
  for (const name of readdirSync(old)) {
    rmSync(join(root, name), { recursive: true, force: true })
    renameSync(join(old, name), join(root, name))
  }
}
