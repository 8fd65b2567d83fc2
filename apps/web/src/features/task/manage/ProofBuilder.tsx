import { t } from '@lingui/core/macro'
import { IMAGES_MAX, ProofKind, PROOFS_MAX, type RequiredProof } from '@runnel/contract/task/schemas'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { proofKindName } from '#features/task/labels.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { TaskFormState } from './task-form.ts'

/** What workers have to show, in the order in which they are asked. */
export const ProofBuilder = ({ task }: { task: TaskFormState }) => {
  const { proofs, setProofs, proofErrors } = task
  const pictured = proofs.filter(({ kind }) => kind === 'image').length
  const put = (at: number, changes: Partial<RequiredProof>) =>
    setProofs(proofs.map((proof, index) => (index === at ? { ...proof, ...changes } : proof)))
  const swap = (at: number, other: number) => {
    const [one, two] = [proofs[at], proofs[other]]
    if (one && two) setProofs(proofs.with(at, two).with(other, one))
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label">{t({ id: 'task.form.proofs', message: 'Required proof' })}</legend>
      {proofs.map((proof, at) => (
        <Row
          key={at}
          at={at}
          proof={proof}
          error={proofErrors[at] ?? null}
          mayPicture={pictured < IMAGES_MAX || proof.kind === 'image'}
          onChange={(changes) => put(at, changes)}
          onUp={at > 0 ? () => swap(at, at - 1) : undefined}
          onDown={at < proofs.length - 1 ? () => swap(at, at + 1) : undefined}
          onRemove={proofs.length > 1 ? () => setProofs(proofs.toSpliced(at, 1)) : undefined}
        />
      ))}
      {proofs.length < PROOFS_MAX && (
        <div>
          <Button
            size="small"
            icon={<IconPlus aria-hidden="true" />}
            onClick={() => setProofs([...proofs, { kind: 'text', label: '', required: true }])}
          >
            {t({ id: 'task.form.proof.add', message: 'Add proof' })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface RowProps {
  at: number
  proof: RequiredProof
  error: string | null
  mayPicture: boolean
  onChange: (changes: Partial<RequiredProof>) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: (() => void) | undefined
}

const Row = ({ at, proof, error, mayPicture, onChange, onUp, onDown, onRemove }: RowProps) => {
  const number = formatNumber(at + 1)
  const kinds = ProofKind.options.filter((kind) => kind !== 'image' || mayPicture)
  return (
    <div className="grid gap-3 rounded-m border border-line bg-paper p-3">
      <TextInput
        label={t({ id: 'task.form.proof', message: `Proof ${number}` })}
        name={`proof-${at}`}
        maxLength={200}
        autoComplete="off"
        placeholder={t({ id: 'task.form.proof.example', message: 'Example: your account name' })}
        value={proof.label}
        error={error}
        onValue={(label) => onChange({ label })}
      />
      <Segmented
        hideLabel
        label={t({ id: 'task.form.proof.kind', message: `Type of proof ${number}` })}
        options={kinds.map((value) => ({ value, label: proofKindName(value) }))}
        value={proof.kind}
        onValue={(kind) => onChange({ kind: ProofKind.parse(kind) })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Checkbox
          className="grow"
          label={t({ id: 'task.form.proof.required', message: 'Required' })}
          checked={proof.required}
          onChecked={(required) => onChange({ required })}
        />
        <span className="flex">
          <IconButton
            label={t({ id: 'task.form.proof.up', message: `Move proof ${number} up` })}
            icon={<IconArrowUp aria-hidden="true" />}
            disabled={!onUp}
            onClick={onUp}
          />
          <IconButton
            label={t({ id: 'task.form.proof.down', message: `Move proof ${number} down` })}
            icon={<IconArrowDown aria-hidden="true" />}
            disabled={!onDown}
            onClick={onDown}
          />
          <IconButton
            label={t({ id: 'task.form.proof.remove', message: `Remove proof ${number}` })}
            icon={<IconTrash aria-hidden="true" />}
            disabled={!onRemove}
            onClick={onRemove}
          />
        </span>
      </div>
    </div>
  )
}
