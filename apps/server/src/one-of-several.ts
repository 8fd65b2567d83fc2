import { openStorage } from '#adapters/storage/storage.ts'
import { readEnv } from '#kernel/env.ts'
import { createLog } from '#kernel/log.ts'
import { type FromProcess, openSiblings, type ToProcess } from '#kernel/processes/siblings.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { setWorkCost } from '#kernel/work-cost.ts'
import { openServer } from '#server/serve.ts'
import { stopOnSignal } from '#server/stop-on-signal.ts'

/** One of the processes that share the port of a node. It ends with the process that started it. */
const main = async (): Promise<void> => {
  const env = readEnv(process.env)
  setWorkCost(env.TEST_WORK_COST)
  const log = createLog(env.LOG_LEVEL, { process: Number(process.argv[2]) })
  const send = (message: FromProcess): void => void process.send?.(message)
  const onMessage = (heard: (message: ToProcess) => void): void => void process.on('message', heard)
  const url = env.DATABASE_URL ?? ''
  const storage = await openStorage(env, log)
  const siblings = openSiblings({ send, onMessage }, env.processes)
  const server = await openServer({ env, log, url, storage, siblings })
  let jobs = Promise.resolve()
  onMessage(({ kind }) => {
    if (kind !== 'work') return
    log.info('this process runs the jobs of the node')
    jobs = server.startJobs()
    // Without its jobs a node is half dead; another process, or this one anew, takes them over.
    jobs.catch((error: unknown) => {
      log.error({ err: String(error) }, 'could not start the jobs')
      process.exit(1)
    })
  })
  await server.listen()
  send({ kind: 'ready' })
  stopOnSignal(async () => {
    await jobs
    await server.close()
    return true
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exit(1)
})
