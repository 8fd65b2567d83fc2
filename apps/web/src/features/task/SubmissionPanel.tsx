import type { RequiredProof, SubmissionDetail } from '@runnel/contract/task/schemas'
import { Outcome } from './Outcome.tsx'
import { SendProof } from './SendProof.tsx'

interface SubmissionPanelProps {
  submission: SubmissionDetail
  proofs: readonly RequiredProof[]
}

/** What one does with a place: the proof while it is being written, and what became of it. Comes behind the page. */
export const SubmissionPanel = ({ submission, proofs }: SubmissionPanelProps) => {
  const { status } = submission
  return status === 'started' || status === 'revision' ? (
    <SendProof submission={submission} proofs={proofs} />
  ) : (
    <Outcome submission={submission} />
  )
}
