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
  if (path !== undefined && ownersCodes.has(code)) {
    return `Runnel can’t use ${path}: allow its user to read and write there, or set DATA_DIR (${error.message}).`
  }
  return error.stack ?? error.message
}

/** Refusals of the file system that lie with the machine, not with the program. */
const ownersCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])
