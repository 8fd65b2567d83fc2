/** What holds an account back, in words, and the way to object to it. */
export { CaseCard } from './LaterCaseCard.tsx'
export { MeasureNote } from './MeasureNote.tsx'
