import { t } from '@lingui/core/macro'
import { twoStep as contract } from '@runnel/contract/account/two-step'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { useContractForm } from '#base/contract-form.ts'
import { QueryError } from '#base/Loaded.tsx'
import { CodeInput, twoStep } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

const QrCode = lazy(() => loadChunk(() => import('#ui/chart/QrCode.tsx').then((file) => ({ default: file.QrCode }))))

interface TwoStepSetupProps {
  onDone: (recoveryCodes: readonly string[]) => void
  onStop: () => void
}

/** Returns the app its secret, and counts only once the app has answered with a right code. */
export const TwoStepSetup = ({ onDone, onStop }: TwoStepSetupProps) => {
  const start = useMutation({ mutationFn: () => twoStep.calls.start() })
  const { mutate } = start
  useEffect(() => mutate(), [mutate])
  if (start.isError) {
    const { data, error, isPending: isFetching } = start
    return <QueryError query={{ data, error, isFetching, refetch: mutate }} />
  }
  if (!start.data) return <Skeleton height={64} className="rounded-m" />
  return (
    <ol className="grid list-decimal gap-5 ps-5">
      <li>
        {t({
          id: 'twoStep.app',
          message:
            'Open an authenticator app on your phone, such as Aegis or Google Authenticator, or your password manager.',
        })}
      </li>
      <li>
        <Scan {...start.data} />
      </li>
      <li>
        <Confirm onDone={onDone} onStop={onStop} />
      </li>
    </ol>
  )
}

const Scan = ({ secret, uri }: { secret: string; uri: string }) => (
  <div className="grid gap-3">
    <p>{t({ id: 'twoStep.scan', message: 'Scan this QR code with the app.' })}</p>
    <div style={{ width: '11rem', height: '11rem' }}>
      <Suspense fallback={<Skeleton height={44} className="rounded-m" />}>
        <QrCode text={uri} label={t({ id: 'twoStep.qr', message: 'QR code with the setup key' })} />
      </Suspense>
    </div>
    <p className="text-sm text-muted">
      {t({ id: 'twoStep.secret', message: 'Can’t scan it? Enter this setup key in the app.' })}
    </p>
    <div className="flex flex-wrap items-center gap-3">
      <code className="min-w-0 break-all">{inFours(secret)}</code>
      <CopyButton text={secret} label={t({ id: 'twoStep.secret.copy', message: 'Copy setup key' })} />
    </div>
  </div>
)

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

const Confirm = ({ onDone, onStop }: TwoStepSetupProps) => {
  const form = useContractForm({
    schema: contract.confirm.body,
    initialValues: { code: '' },
    sentences: () => ({ code: t({ id: 'notification.code.missing', message: 'Enter the authentication code.' }) }),
  })
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => twoStep.calls.confirm({ body }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: form.refused,
  })
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <p>{t({ id: 'twoStep.confirm', message: 'Enter the 6-digit code from the app.' })}</p>
      <CodeInput onlyApp {...form.getInputProps('code')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          {t({ id: 'twoStep.confirm.send', message: 'Turn on' })}
        </Button>
        <Button onClick={onStop}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
      </div>
    </form>
  )
}
