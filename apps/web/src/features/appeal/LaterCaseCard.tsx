import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { useCase } from './account-case.ts'

const Card = lazy(() => loadChunk(() => import('./CaseCard.tsx').then((file) => ({ default: file.CaseCard }))))

/** For those few whose account is held back: what, why, until when, and the way to object. Others never load it. */
export const CaseCard = () => {
  const { data } = useCase()
  if (!data || (data.measures.length === 0 && data.appeals.length === 0)) return null
  return (
    <Suspense>
      <Card ownCase={data} />
    </Suspense>
  )
}
