/** What holds an account back, in words, and the way to object to it. */
export { CaseCard } from './LaterCaseCard.tsx'
export { RestrictionNote } from './RestrictionNote.tsx'
