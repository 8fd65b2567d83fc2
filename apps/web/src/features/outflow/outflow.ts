/** What pays nothing right now, and why. */
export { ClosedNote, useClosedSource } from './ClosedNote.tsx'
