import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/root.mjs'
import { makeClone } from './clone.mjs'

const isRoot = process.getuid?.() === 0
const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Why a case cannot be tried on this machine, or nothing. */
const anywhere = () => {
  if (process.platform === 'win32') return 'not for Windows'
  return existsSync(join(root, '.git')) ? undefined : 'this is no checkout of git'
}
const asRoot = () => anywhere() ?? (isRoot ? undefined : 'needs root')
const withSetpriv = () => asRoot() ?? (works('setpriv', '--version') ? undefined : 'needs setpriv')
const withMounts = () => asRoot() ?? (works('unshare', '--mount', 'true') ? undefined : 'needs a mount namespace')

const nobody = { uid: 65_534, gid: 65_534 }
/** No account has this number, as where a container is started with any number. */
const nameless = { uid: 54_321, gid: 54_321 }
/** An account with a name; not the last one, which people pick for those without rights. */
const ordinary = { uid: 1, gid: 1 }

const become = ({ uid, gid }, ...more) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  ...more,
  '--',
]
const noCapabilities = ['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs']
/** Changes the folders as this one start sees them, and nobody else. */
const withMounted = (commands) => ['unshare', '--mount', '/bin/sh', '-c', `${commands} && exec "$@"`, 'mounted']

/** A clone in the case's own folder, started with the home there. */
const plain = async ({ folder, model }, { umask, user, ...more } = {}) => {
  const at = join(folder, 'runnel')
  await makeClone({ at, model, umask, user })
  if (user) chownSync(folder, user.uid, user.gid)
  return { at, umask, env: { HOME: folder }, ...more }
}

/** A folder that only its owner may enter. */
const closedFolder = (folder, { uid, gid } = { uid: process.getuid(), gid: process.getgid() }) => {
  mkdirSync(folder)
  chownSync(folder, uid, gid)
  chmodSync(folder, 0o700)
  return folder
}

/** How machines differ, and what is said where the site cannot be served. */
export const cases = [
  {
    name: 'root below a folder of mode 0700',
    skip: asRoot,
    async machine(place) {
      const site = await plain(place)
      chmodSync(place.folder, 0o700)
      return site
    },
  },
  {
    name: 'root below a folder of mode 0700, with umask 077 and the capabilities of a container',
    skip: withSetpriv,
    async machine(place) {
      const usual = ['chown', 'dac_override', 'fowner', 'fsetid', 'kill', 'setgid', 'setuid', 'setpcap']
      const bounding = ['-all', ...usual.map((name) => `+${name}`)].join(',')
      const site = await plain(place, { umask: '077', prefix: ['setpriv', `--bounding-set=${bounding}`, '--'] })
      chmodSync(place.folder, 0o700)
      return site
    },
  },
  {
    name: 'an ordinary user with umask 077',
    skip: withSetpriv,
    machine: (place) => plain(place, { umask: '077', user: ordinary, prefix: become(ordinary) }),
  },
  {
    name: 'a path with blanks and letters beyond ASCII',
    skip: anywhere,
    async machine({ folder, model }) {
      const at = join(folder, "My Site's Größe 日本語, 100%")
      await makeClone({ at, model })
      return { at, env: { HOME: folder } }
    },
  },
  {
    name: 'root with DATA_DIR elsewhere, in a closed folder',
    skip: asRoot,
    async machine(place) {
      const site = await plain(place)
      return { ...site, env: { ...site.env, DATA_DIR: join(closedFolder(join(place.folder, 'closed')), 'data') } }
    },
  },
  {
    name: 'a user with DATA_DIR elsewhere, closed to others',
    skip: withSetpriv,
    async machine(place) {
      const site = await plain(place, { user: ordinary, prefix: become(ordinary) })
      return { ...site, env: { ...site.env, DATA_DIR: closedFolder(join(place.folder, 'closed'), ordinary) } }
    },
  },
  {
    name: 'a user with DATA_DIR in a folder that is closed to them',
    skip: withSetpriv,
    says: /^Runnel can’t access .*closed.data: give its user read and write permission, or set DATA_DIR/,
    async machine(place) {
      const site = await plain(place, { user: ordinary, prefix: become(ordinary) })
      return { ...site, env: { ...site.env, DATA_DIR: join(closedFolder(join(place.folder, 'closed')), 'data') } }
    },
  },
  {
    name: 'user 65534 without a home',
    skip: withSetpriv,
    machine: (place) => plain(place, { user: nobody, prefix: become(nobody), env: { HOME: '/nonexistent' } }),
  },
  {
    name: 'a user without capabilities, as in a container',
    skip: withSetpriv,
    machine: (place) => plain(place, { user: nobody, prefix: become(nobody, ...noCapabilities) }),
  },
  {
    name: 'a user whose number has no name',
    skip: withSetpriv,
    says: /^PostgreSQL needs a user with a name, .* 54321 .*: run Runnel as a user listed in /,
    machine: (place) => plain(place, { user: nameless, prefix: become(nameless) }),
  },
  {
    name: 'root without capabilities, as in a container',
    skip: withSetpriv,
    says: /^PostgreSQL can’t run as root, .* lacks the capabilities .*: run Runnel as an ordinary user/,
    machine: (place) => plain(place, { prefix: ['setpriv', ...noCapabilities, '--'] }),
  },
  {
    name: 'root on a system with no other account than nobody, which cannot make one',
    skip: withMounts,
    async machine(place) {
      const accounts = join(place.folder, 'passwd')
      writeFileSync(accounts, 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/nonexistent:/bin/false\n')
      const site = await plain(place, { prefix: withMounted(`mount --bind '${accounts}' /etc/passwd`) })
      const PATH = process.env.PATH.split(':').filter((path) => !path.endsWith('sbin'))
      return { ...site, env: { ...site.env, PATH: PATH.join(':') } }
    },
  },
  {
    name: 'a file system from which nothing runs',
    skip: withMounts,
    says: /^.*node can’t be executed: move the project to a file system without the option "noexec"/,
    async machine(place) {
      const { folder } = place
      const mounts = [
        `mount --bind '${folder}' '${folder}'`,
        `mount -o remount,bind,noexec '${folder}'`,
        `cd '${folder}/runnel'`,
      ]
      return plain(place, { prefix: withMounted(mounts.join(' && ')) })
    },
  },
  {
    name: 'a port that another program has',
    skip: anywhere,
    says: /^Another program listens on 127[.]0[.]0[.]1:\d+: stop it, or set PORT to a free port[.]$/,
    isPortTaken: true,
    machine: (place) => plain(place),
  },
]
