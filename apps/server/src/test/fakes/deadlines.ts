import type { Socket } from 'node:net'

/** The calls of this process that wait for their answers, by the two ends of their connections. */
const calls = new Map<string, AbortController>()

/** The time that a call has for its answer: what its adapter gives it, unless a fake provider lets it hang. */
export const deadlineOf = (ms: number, socket: Socket): AbortSignal => {
  const call = new AbortController()
  const ends = `${socket.localPort} ${socket.remotePort}`
  calls.set(ends, call)
  // A later connection may have the same ends.
  socket.once('close', () => calls.get(ends) === call && calls.delete(ends))
  return AbortSignal.any([AbortSignal.timeout(ms), call.signal])
}

/**
 * Ends the time of the call that a fake provider got over a connection, with the error of a deadline that has passed.
 * A test of a call that hangs waits for nothing, and all other calls keep the patience that a site has: on a busy
 * machine an answer may take longer than a short limit allows. Calls of another process just go on hanging.
 */
export const endDeadline = ({ localPort, remotePort }: Socket): void =>
  calls
    .get(`${remotePort} ${localPort}`)
    ?.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
