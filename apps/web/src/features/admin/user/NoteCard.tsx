import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import type { UserActs } from './user-actions.ts'

const longest = 4_000

/** What admins write down about an account. */
export const NoteCard = ({ note, edit }: { note: string; edit: UserActs['edit'] }) => {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? note
  const isNew = typed !== null && typed.trim() !== note
  return (
    <Card title={t({ id: 'admin.user.note', message: 'Note' })}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          edit.mutate({ note: text.trim() }, { onSuccess: () => setTyped(null) })
        }}
      >
        <TextArea
          label={t({ id: 'admin.note.label', message: 'Internal note' })}
          hint={t({ id: 'admin.note.hint', message: 'Only admins can see this.' })}
          maxLength={longest}
          value={text}
          onValue={setTyped}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small" disabled={!isNew} busy={edit.isPending && isNew}>
            {t({ id: 'admin.note.save', message: 'Save note' })}
          </Button>
          {isNew && (
            <Button size="small" variant="quiet" onClick={() => setTyped(null)}>
              {t({ id: 'admin.note.drop', message: 'Discard changes' })}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
