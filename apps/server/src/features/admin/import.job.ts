import { type Worker, worker } from '#kernel/queue.ts'

import { importMinute, importRun } from './import-job-names.ts'
import { importEveryMinute, type ImportJobRooms, runImport } from './import-run.ts'

/** Bringing people in from another script. */
export const importWorkers = (rooms: ImportJobRooms): readonly Worker[] => [
  worker(importRun, ({ importId }) => runImport(rooms, importId)),
  worker(importMinute, () => importEveryMinute(rooms)),
]
