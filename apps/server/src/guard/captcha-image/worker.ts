import { parentPort, workerData } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { Pack } from './pack.ts'
import { addPack } from './packs.ts'

/** What the pool asks of its threads, and what they answer. */
export type Commission = { readonly recipe: string }

if (parentPort === null) throw new Error('The picture worker runs only in a thread of the pool.')
const port = parentPort
// Only the pool starts this file, and it hands over exactly these packs.
const { packs } = workerData as { packs: readonly Pack[] }
packs.forEach(addPack)

port.on('message', ({ recipe }: Commission) => {
  void draw(recipe).then((drawn) => port.postMessage(drawn))
})
