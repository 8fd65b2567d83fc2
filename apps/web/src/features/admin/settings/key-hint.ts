import { t } from '@lingui/core/macro'

interface StoredKey {
  isSet: boolean
  /** Whether the address that it is sent to differs from the one that is saved. */
  isMoved: boolean
}

/** What is said beside a key that is written and never read. */
export const keyHint = ({ isSet, isMoved }: StoredKey): string => {
  if (isSet && isMoved) return movedKeyHint()
  return isSet
    ? t({ id: 'setting.key.kept', message: 'A key is saved. Leave empty to keep it.' })
    : t({ id: 'setting.key.hint', message: 'Stored encrypted and never shown again.' })
}

export const movedKeyHint = (): string =>
  t({ id: 'admin.key.moved', message: 'Enter the key again: it is removed when the address changes.' })
