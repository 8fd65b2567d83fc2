import type { secretSettings } from '@runnel/contract/settings/settings'
import { useMutation } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'
import { applySavedSettings } from './settings-form.ts'

/** Empties one secret at once, whatever else is typed in the form and not saved yet. */
export function useSecretRemoval() {
  return useMutation({
    mutationFn: (name: (typeof secretSettings)[number]) => admin.calls.saveSettings({ body: { [name]: '' } }),
    onSuccess: (told, name) => applySavedSettings({ ...told, given: { [name]: '' } }),
  })
}
