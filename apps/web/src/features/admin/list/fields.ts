import type { Readers } from './url-state.ts'

/** How a part of a filter looks. `chip` has no field: it comes by a link, and can only be taken away. */
export type FieldLook =
  | { kind: 'words'; label: string }
  | { kind: 'choice'; label: string; options: readonly { value: string; label: string }[]; any?: string }
  | { kind: 'segments'; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'day'; label: string }
  | { kind: 'chip'; label: string }

export type Fields<R extends Readers> = { readonly [Key in keyof R]?: FieldLook }

/** What a part is set to, in words. */
export const valueName = (look: FieldLook, value: string): string => {
  if (look.kind !== 'choice' && look.kind !== 'segments') return value
  return look.options.find((option) => option.value === value)?.label ?? value
}
