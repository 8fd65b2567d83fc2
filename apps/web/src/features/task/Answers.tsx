import { t } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { IconExternalLink } from '@tabler/icons-react'
import { ProofImages } from '#features/task/image/ProofImages.tsx'

type Shown = Pick<SubmissionDetail, '_id' | 'answers' | 'images'>

/** What a worker sent: texts, links and images. */
export const Answers = ({ submission: { _id, answers, images } }: { submission: Shown }) => {
  const written = answers.filter(({ kind }) => kind !== 'image')
  const asked = answers.filter(({ kind }) => kind === 'image').map(({ label }) => label)
  return (
    <dl className="grid gap-4">
      {written.map(({ label, kind, text }) => (
        <div key={`${kind} ${label}`}>
          <dt className="text-sm text-muted break-words" dir="auto">
            {label}
          </dt>
          <dd className="break-words whitespace-pre-line wrap-anywhere" dir="auto">
            {text === '' ? '—' : kind === 'link' ? <Link address={text} /> : text}
          </dd>
        </div>
      ))}
      {images.length > 0 && (
        <div className="grid gap-2">
          <dt className="text-sm text-muted break-words" dir="auto">
            {asked.length > 0 ? asked.join(' · ') : t({ id: 'task.images', message: 'Images' })}
          </dt>
          <dd>
            <ProofImages submissionId={_id} images={images} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Somebody else's address: it opens beside this page and learns nothing of it. */
const Link = ({ address }: { address: string }) => {
  if (!/^https?:\/\//i.test(address)) return address
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {address} <IconExternalLink className="inline-flex size-5" aria-hidden="true" />
    </a>
  )
}
