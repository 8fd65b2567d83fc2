import { plural, t } from '@lingui/core/macro'
import { Alert } from '#ui/state/Alert.tsx'
import type { OpenVisitMutation } from './use-open-visit.ts'

/** Why nothing seems to happen while a visit of the sandbox lasts. */
export const SandboxNote = ({ opening: { waits } }: { opening: Pick<OpenVisitMutation, 'waits'> }) => {
  if (waits === null) return null
  return (
    <Alert title={t({ id: 'link.sandbox', message: 'Sandbox shortlink' })}>
      {t({
        id: 'link.sandbox.text',
        message: plural(waits, {
          one: 'Its pages are skipped. Stay here: you continue in # second, about as long as a real visit takes.',
          other: 'Its pages are skipped. Stay here: you continue in # seconds, about as long as a real visit takes.',
        }),
      })}
    </Alert>
  )
}
