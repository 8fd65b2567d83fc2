import { parentPort, workerData } from 'node:worker_threads'
import { draw } from './draw.ts'

/** What the pool tells its threads: a picture to draw, or to end once those are drawn that they have begun. */
export type ToThread = { readonly recipe: string } | 'end'

if (parentPort === null) throw new Error('The picture worker runs only in a thread of the pool.')
const port = parentPort
// Only the pool starts this file, and it hands over exactly this.
const { seed } = workerData as { seed: string }

port.on('message', (message: ToThread) => {
  if (message === 'end') return port.close()
  void draw(message.recipe, seed).then((drawn) => port.postMessage(drawn))
})
