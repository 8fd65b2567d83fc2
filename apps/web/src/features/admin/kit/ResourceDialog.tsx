import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import type { Editor } from './use-editor.ts'
import type { ResourceForm } from './use-resource-form.ts'

interface ResourceDialogProps {
  editor: Pick<Editor<unknown>, 'open' | 'close'>
  form: Pick<ResourceForm<object>, 'id' | 'isSaving' | 'isUnsent' | 'sendAgain' | 'onSubmit'>
  title: string
  wide?: boolean
  focusFirst?: boolean
  /** In the place of the two columns. */
  className?: string
  /** There is nothing to save yet. */
  cannotSave?: boolean
  children: ReactNode
}

/** The form of a resource in a dialog; a wide one has two columns. */
export const ResourceDialog = ({
  editor,
  form,
  title,
  className,
  cannotSave,
  children,
  ...rest
}: ResourceDialogProps) => (
  <FormDialog
    id={form.id}
    open={editor.open}
    onClose={editor.close}
    {...rest}
    title={title}
    className={className ?? (rest.wide ? 'items-start sm:grid-cols-2' : undefined)}
    submitLabel={!cannotSave && t({ id: 'admin.kit.save', message: 'Save' })}
    busy={form.isSaving}
    disabled={form.isUnsent}
    onSubmit={form.onSubmit}
  >
    {form.isUnsent && (
      <Wide>
        <RetryNotice onAgain={form.sendAgain} />
      </Wide>
    )}
    {children}
  </FormDialog>
)

/** Takes both columns. */
export const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>
