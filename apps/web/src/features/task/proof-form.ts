import { t } from '@lingui/core/macro'
import type { RequiredProof, SubmissionDetail } from '@runnel/contract/task/schemas'
import { useEffect, useId, useState } from 'react'
import { imagesBefore, useImages } from '#features/task/image/use-images.ts'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'
import { storeDraft, readDraft } from './draft.ts'

interface ProofFormOptions {
  proofs: readonly RequiredProof[]
  submission: SubmissionDetail
}

/** The proof that is being written. Its words stay in this browser until they are sent. */
export const useProofForm = ({ proofs, submission }: ProofFormOptions) => {
  const id = useId()
  const place = `proof ${submission._id}`
  const [answers, setAnswers] = useState<readonly string[]>(() =>
    startOf({ proofs, submission, kept: readDraft(place) }),
  )
  const [isTried, setTried] = useState(false)
  const afterDraw = useAfterDraw()
  const images = useImages(imagesBefore(submission))
  useEffect(() => storeDraft(place, answers), [place, answers])
  const errors = proofs.map((proof, index) => errorOf(proof, answers[index] ?? ''))
  const imageError = imagesError(proofs, images.images.length)
  const isGood = errors.every((error) => error === null) && imageError === null
  return {
    id,
    answers,
    images,
    fieldId: (index: number) => `${id}-${index}`,
    error: (index: number) => (isTried ? errors[index] : null),
    imageError: isTried ? imageError : null,
    write: (text: string, index: number) => setAnswers(answers.map((old, at) => (at === index ? text : old))),
    /** True when it may be sent; else the first field that is wrong is shown. */
    check: () => {
      setTried(true)
      const wrong = errors.findIndex((error) => error !== null)
      // The errors are drawn first, so that a screen reader reads them with the field.
      if (wrong >= 0) afterDraw(() => document.getElementById(`${id}-${wrong}`)?.focus())
      return isGood && !images.isSending && !images.isBroken
    },
    forget: () => storeDraft(place, null),
  }
}

export type ProofForm = ReturnType<typeof useProofForm>

interface Start extends ProofFormOptions {
  kept: unknown
}

/** What was kept here, else what was sent before and came back, else nothing. */
const startOf = ({ proofs, submission, kept }: Start): string[] => {
  const known: readonly unknown[] = Array.isArray(kept) ? kept : submission.answers.map(({ text }) => text)
  return proofs.map(({ kind }, index) => (kind === 'image' ? '' : String(known[index] ?? '')))
}

const errorOf = ({ kind, required }: RequiredProof, text: string): string | null => {
  const written = text.trim()
  if (kind === 'image') return null
  if (written === '') return required ? t({ id: 'task.proof.missing', message: 'This proof is required.' }) : null
  if (kind === 'link' && !isAddress(written)) {
    return t({ id: 'task.proof.address', message: 'Enter a full URL that starts with https://.' })
  }
  return null
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

const imagesError = (proofs: readonly RequiredProof[], sent: number): string | null => {
  const wanted = proofs.filter(({ kind, required }) => kind === 'image' && required).length
  if (sent >= wanted) return null
  if (wanted === 1) return t({ id: 'task.proof.oneImage', message: 'Add an image.' })
  return t({ id: 'task.proof.manyImages', message: `Add ${wanted} images.` })
}
