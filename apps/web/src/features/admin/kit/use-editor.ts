import { useState } from 'react'

export interface Editor<Row> {
  /** Each opening begins with a form of its own: `<XDialog key={editor.formKey} editor={editor} />`. */
  formKey: number
  open: boolean
  /** The row that is edited; undefined for a new one. */
  existing: Row | undefined
  edit: (row: Row) => void
  add: () => void
  close: () => void
}

/** Which row stands in the dialog, if any. */
export const useEditor = <Row>(): Editor<Row> => {
  const [state, setState] = useState<Pick<Editor<Row>, 'formKey' | 'open' | 'existing'>>(closed)
  const show = (existing?: Row) => setState(({ formKey }) => ({ open: true, existing, formKey: formKey + 1 }))
  return {
    ...state,
    edit: show,
    add: () => show(),
    close: () => setState((shown) => ({ ...shown, open: false })),
  }
}

const closed = { formKey: 0, open: false, existing: undefined }
