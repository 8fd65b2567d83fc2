import { t } from '@lingui/core/macro'
import { INSTRUCTIONS_MAX } from '@runnel/contract/task/schemas'
import { useState } from 'react'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { formatNumber } from '#ui/format.ts'
import { Preview } from './Preview.tsx'
import type { TaskFormState } from './task-form.ts'

/** What is to be done, as Markdown, and how workers will read it. */
export const Instructions = ({ task: { form } }: { task: TaskFormState }) => {
  const [view, setView] = useState('write')
  const { instructions } = form.values
  const field = form.getInputProps('instructions')
  const [used, most] = [formatNumber(instructions.length), formatNumber(INSTRUCTIONS_MAX)]
  // A field that is wrong is brought into view.
  const isWriting = view === 'write' || Boolean(field.error)
  return (
    <div className="grid gap-2">
      <Segmented
        label={t({ id: 'task.form.instructions.view', message: 'Write or preview the instructions' })}
        hideLabel
        options={[
          { value: 'write', label: t({ id: 'task.form.write', message: 'Write' }) },
          { value: 'look', label: t({ id: 'task.form.look', message: 'Preview' }) },
        ]}
        value={isWriting ? 'write' : 'look'}
        onValue={setView}
      />
      {isWriting ? (
        <TextArea
          label={t({ id: 'task.form.instructions', message: 'Instructions' })}
          hint={t({
            id: 'task.form.instructions.hint',
            message: `Markdown: **bold**, lists with -, links. ${used}/${most} characters.`,
          })}
          maxLength={INSTRUCTIONS_MAX}
          style={{ minHeight: '14rem', maxHeight: '60vh' }}
          {...field}
        />
      ) : (
        <Preview markdown={instructions} />
      )}
    </div>
  )
}
