import type { ProofAsked, SubmissionDetail } from '@runnel/contract/task-parts'
import { Outcome } from './Outcome.tsx'
import { SendProof } from './SendProof.tsx'

interface WorkProps {
  submission: SubmissionDetail
  proofs: readonly ProofAsked[]
}

/** What one does with a place: the proof while it is being written, and what became of it. Comes behind the page. */
export function Work({ submission, proofs }: WorkProps) {
  const { status } = submission
  return status === 'started' || status === 'revision' ? (
    <SendProof submission={submission} proofs={proofs} />
  ) : (
    <Outcome submission={submission} />
  )
}
