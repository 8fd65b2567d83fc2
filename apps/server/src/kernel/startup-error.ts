/**
 * What the operator can put right: its message is one clear sentence, printed without a stack trace.
 * Any other error at start is a mistake of ours and keeps its stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/**
 * What the terminal shows when the process cannot start: one sentence for what the operator can put right, such as a
 * taken port or a folder that is closed to us, and the stack of a mistake of ours.
 */
export const explainFailure = (error: unknown): string => {
  if (error instanceof StartupError) return error.message
  if (!(error instanceof Error)) return String(error)
  const {
    code = '',
    syscall = '',
    path,
    address,
    port,
  }: NodeJS.ErrnoException & { address?: string; port?: number } = error
  const where = `${address}:${port}`
  // Of several processes that share the port the one that binds is another.
  if (syscall === 'listen' || syscall === 'bind') {
    if (code === 'EADDRINUSE') return `Another program listens on ${where}: stop it, or set PORT to a free port.`
    if (code === 'EACCES') return `Port ${port} is reserved for root: set PORT to a number above 1023.`
    return `Runnel can’t listen on ${where}: set HOST to an address of this server (${code}).`
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    return `The database of DATABASE_URL can’t be reached: check its address and that it runs (${error.message}).`
  }
  const refusal = databaseRefusals[code]
  if ('severity' in error && refusal !== undefined) {
    return `The database of DATABASE_URL ${refusal} (${error.message}).`
  }
  if (/SSL|certificate|self-signed/i.test(error.message)) {
    return `The database of DATABASE_URL can’t be reached safely: check sslmode and the certificate (${error.message}).`
  }
  if (error.message === 'timeout expired' || /Connection terminated/.test(error.message)) {
    return `The database of DATABASE_URL doesn’t answer: check its address and that it runs (${error.message}).`
  }
  if (path !== undefined && ownersCodes.has(code)) {
    return `Runnel can’t use ${path}: allow its user to read and write there, or set DATA_DIR (${error.message}).`
  }
  return error.stack ?? error.message
}

/** What PostgreSQL says by its codes, and what the owner can do. */
const databaseRefusals: Readonly<Record<string, string>> = {
  '28P01': 'doesn’t accept the name or password: check them',
  '28000': 'doesn’t let this user in: check its name and pg_hba.conf',
  '3D000': 'doesn’t exist: create it, or correct its name',
  '42501': 'doesn’t let this user create tables: make it the owner of the database',
  '25006': 'is read-only: use the primary server',
  '53300': 'has no connection left: raise max_connections, or end other programs',
  '53100': 'has no room on its disk: make some',
  '57P03': 'is starting or stopping: start Runnel again in a moment',
  '0A000': 'is too old or is no PostgreSQL: Runnel needs PostgreSQL 15 or newer',
}

/** Refusals of the file system that lie with the machine, not with the program. */
const ownersCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])
