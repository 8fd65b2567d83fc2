import type { Worker } from 'node:cluster'

/** What `node:cluster` sends to hand out a connection, and what it gets back; see `lib/internal/cluster` of Node. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

/**
 * Gives a connection to another process when the one it was handed to died before it took it. Node waits for that
 * process to confirm, for ever, and keeps the connection open: the browser would wait until its own time limit. Here
 * the dead process refuses what it did not confirm, which is how one that shuts down refuses it.
 */
export const reclaimConnections = ({ process }: Worker): void => {
  const unconfirmed = new Set<unknown>()
  process.send = new Proxy(process.send, {
    apply: (send, self, sent: readonly ClusterMessage[]) => {
      const [message] = sent
      if (message?.act === 'newconn') unconfirmed.add(message.seq)
      return Reflect.apply(send, self, sent)
    },
  })
  process.on('internalMessage', ({ ack }: ClusterMessage) => void unconfirmed.delete(ack))
  const reclaim = (): void => {
    // What the process confirmed before its end may still be in the channel; Node disconnects when it is read.
    if (process.connected) setTimeout(reclaim, 5)
    else for (const ack of unconfirmed) process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
  }
  process.once('exit', reclaim)
}
