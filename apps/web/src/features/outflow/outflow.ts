/** What pays nothing right now, and why. */
export { useClosedSource } from './closed-source.ts'
export { ClosedNote } from './ClosedNote.tsx'
