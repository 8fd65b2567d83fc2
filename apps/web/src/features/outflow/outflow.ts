/** What pays nothing right now, and why. */
export { useClosed } from './closed.ts'
export { ClosedNote } from './ClosedNote.tsx'
