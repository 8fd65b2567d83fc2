import { type Worker, worker } from '#kernel/queue.ts'
import { importMinute, importRun } from './import-job-names.ts'
import { importEveryMinute, type ImportJobDeps, runImport } from './import-run.ts'

/** Bringing people in from another script. */
export const importWorkers = (deps: ImportJobDeps): readonly Worker[] => [
  worker(importRun, ({ importId }) => runImport(deps, importId)),
  worker(importMinute, () => importEveryMinute(deps)),
]
