import { t } from '@lingui/core/macro'
import { type RequiredProof, ANSWER_MAX } from '@runnel/contract/task/schemas'
import { IconLink } from '@tabler/icons-react'
import { ImagesField } from '#features/task/image/ImagesField.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { ProofForm } from './proof-form.ts'

interface ProofFieldsProps {
  proofs: readonly RequiredProof[]
  form: ProofForm
}

/** One field for each thing that is asked for; images stand together, because they are sent together. */
export const ProofFields = ({ proofs, form }: ProofFieldsProps) => {
  const pictured = proofs.filter(({ kind }) => kind === 'image')
  return (
    <>
      {proofs.map((proof, index) =>
        proof.kind === 'image' ? null : <Written key={form.fieldId(index)} {...{ proof, index, form }} />,
      )}
      {pictured.length > 0 && (
        <ImagesField label={<ImagesLabel pictured={pictured} />} error={form.imageError} images={form.images} />
      )}
    </>
  )
}

const Written = ({ proof, index, form }: { proof: RequiredProof; index: number; form: ProofForm }) => {
  const shared = {
    id: form.fieldId(index),
    index,
    label: proof.label,
    optional: !proof.required,
    maxLength: ANSWER_MAX,
    value: form.answers[index] ?? '',
    error: form.error(index),
    onValue: form.write,
  }
  if (proof.kind === 'text') return <TextArea {...shared} />
  return (
    <TextInput
      {...shared}
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      lead={<IconLink aria-hidden="true" />}
    />
  )
}

const ImagesLabel = ({ pictured }: { pictured: readonly RequiredProof[] }) => {
  const [only] = pictured
  if (pictured.length === 1 && only) return <ProofField proof={only} />
  return (
    <>
      {t({ id: 'task.images', message: 'Images' })}
      <ul className="rows text-sm font-normal">
        {pictured.map((proof, index) => (
          <li key={`${index} ${proof.label}`} className="py-1">
            <ProofField proof={proof} />
          </li>
        ))}
      </ul>
    </>
  )
}

const ProofField = ({ proof: { label, required } }: { proof: RequiredProof }) => (
  <span className="break-words">
    <bdi>{label}</bdi>
    {!required && <span className="field-optional"> {t({ id: 'ui.optional', message: '(optional)' })}</span>}
  </span>
)
