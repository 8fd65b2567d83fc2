import { parentPort, workerData } from 'node:worker_threads'
import { draw } from './draw.ts'

/** What the pool asks of its threads, and what they answer. */
export type Commission = { readonly recipe: string }

if (parentPort === null) throw new Error('The picture worker runs only in a thread of the pool.')
const port = parentPort
// Only the pool starts this file, and it hands over exactly this.
const { seed } = workerData as { seed: string }

port.on('message', ({ recipe }: Commission) => {
  void draw(recipe, seed).then((drawn) => port.postMessage(drawn))
})
