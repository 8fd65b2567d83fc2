import { fileURLToPath } from 'node:url'
import { type Env, readEnv } from '#kernel/env.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { alone } from '#kernel/processes/siblings.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { setWorkCost } from '#kernel/work-cost.ts'
import { holdPort } from '#server/hold-port.ts'
import { openNode } from '#server/open-node.ts'
import { endOnSignal, stopOnSignal } from '#server/stop-on-signal.ts'

/** The node: environment, database, one process that serves or several, and a graceful stop. */
const main = async (): Promise<void> => {
  endOnSignal()
  const env = readEnv(process.env)
  setWorkCost(env.TEST_WORK_COST)
  const log = createLog(env.LOG_LEVEL)
  await (env.processes === 1 ? serveHere(env, log) : serveInSeveral(env, log))
}

const serveHere = async (env: Env, log: Log): Promise<void> => {
  const { openServer } = await import('#server/serve.ts')
  const releasePort = await holdPort(env)
  const node = await openNode(env, log)
  const server = await openServer({ env, log, ...node, siblings: alone })
  await releasePort()
  await server.listen()
  // Not before: a version that cannot serve pays nobody, and an upgrade may still go back from it.
  const jobs = server.startJobs()
  stopOnSignal(async () => {
    log.info('stopping: finishing requests in progress')
    await jobs
    await server.close()
    await node.close()
    return true
  })
  await jobs
  node.greet()
}

/** This process serves nothing then, and does without what serving takes in memory. */
const serveInSeveral = async (env: Env, log: Log): Promise<void> => {
  const { startProcesses } = await import('#kernel/processes/primary.ts')
  const releasePort = await holdPort(env)
  const node = await openNode(env, log)
  await releasePort()
  const processes = startProcesses({
    count: env.processes,
    program: fileURLToPath(new URL('one-of-several.ts', import.meta.url)),
    env: { DATABASE_URL: node.url, PROCESSES: String(env.processes) },
    log,
  })
  stopOnSignal(async () => {
    log.info('stopping: finishing requests in progress')
    const endedWell = await processes.stop()
    await node.close()
    return endedWell
  })
  try {
    await processes.ready
  } catch (error) {
    await node.close()
    throw error
  }
  node.greet()
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exit(1)
})
