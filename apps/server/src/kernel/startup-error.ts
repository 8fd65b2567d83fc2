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
    return `The database of DATABASE_URL can’t be reached: check its URL, and that it is running (${error.message}).`
  }
  const refusal = databaseRefusals[code]
  if ('severity' in error && refusal !== undefined) {
    return `The database of DATABASE_URL ${refusal} (${error.message}).`
  }
  if (/SSL|certificate|self-signed/i.test(error.message)) {
    return `The database of DATABASE_URL can’t be reached by TLS: check sslmode and certificate (${error.message}).`
  }
  if (error.message === 'timeout expired' || /Connection terminated/.test(error.message)) {
    return `The database of DATABASE_URL doesn’t respond: check its URL, and that it is running (${error.message}).`
  }
  if (path !== undefined && ownersCodes.has(code)) {
    return `Runnel can’t access ${path}: give its user read and write permission, or set DATA_DIR (${error.message}).`
  }
  return error.stack ?? error.message
}

/** What PostgreSQL says by its codes, and what the owner can do. */
const databaseRefusals: Readonly<Record<string, string>> = {
  '28P01': 'rejects the user name or password: check both',
  '28000': 'doesn’t allow this user to connect: check the user name and pg_hba.conf',
  '3D000': 'doesn’t exist: create it, or correct its name',
  '42501': 'doesn’t allow this user to create tables: make the user the owner of the database',
  '25006': 'is read-only: use the primary server',
  '53300': 'has no free connection: increase max_connections, or stop other programs',
  '53100': 'has no free disk space: free up some',
  '57P03': 'is starting or stopping: start Runnel again in a moment',
  '0A000': 'is too old or isn’t PostgreSQL: Runnel needs PostgreSQL 15 or newer',
}

/** Refusals of the file system that lie with the machine, not with the program. */
const ownersCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])
