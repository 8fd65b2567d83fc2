import { StartupError } from '#kernel/startup-error.ts'

interface Sized {
  readonly processes: number
  /** Connections for requests, of the whole node. */
  readonly DATABASE_POOL: number
}

/** With fewer, two slow reads of a process would let all its other requests wait. */
const LEAST_IN_A_PROCESS = 4

/** Connections for the requests of one process: its part of those of the node. */
export const poolOfProcess = ({ processes, DATABASE_POOL }: Sized): number =>
  processes === 1 ? DATABASE_POOL : Math.max(LEAST_IN_A_PROCESS, Math.ceil(DATABASE_POOL / processes))

/** Beside those: three for limits, three that listen, and four that put jobs into the queue. */
const OTHERS_OF_PROCESS = 10
/** Those that carry jobs out, and whoever starts, migrates and looks after the database. */
const OTHERS_OF_NODE = 16

/** What all processes of a node may hold together at most. */
export const connectionsOfNode = (sized: Sized): number =>
  sized.processes * (poolOfProcess(sized) + OTHERS_OF_PROCESS) + OTHERS_OF_NODE

/** Refuses a node whose processes would turn one another away from the database once it has work to do. */
export const refuseTooManyConnections = (sized: Sized, allowed: number): void => {
  const needed = connectionsOfNode(sized)
  if (needed <= allowed) return
  throw new StartupError(
    `${sized.processes} processes need up to ${needed} connections, but PostgreSQL allows only ${allowed}: ` +
      'increase its max_connections, or decrease PROCESSES or DATABASE_POOL.',
  )
}
