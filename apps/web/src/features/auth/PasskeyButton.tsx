import { t } from '@lingui/core/macro'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { loadChunk } from '#base/chunk-errors.ts'
import { Button } from '#ui/Button.tsx'
import { enter } from './auth.ts'

/** Signing in by what the device keeps; its script comes with the click. */
export const PasskeyButton = ({ redirect }: { redirect: string | undefined }) => {
  const login = useMutation({
    mutationFn: async () => {
      const { signInByPasskey } = await loadChunk(() => import('#features/step-up/step-up.ts'))
      const token = await signInByPasskey()
      if (token !== null) await enter(token, redirect)
    },
  })
  // The first drawing is made where there is no window, and shows what nearly every browser will.
  if (typeof window !== 'undefined' && !('PublicKeyCredential' in window)) return null
  return (
    <Button
      icon={<IconKey aria-hidden="true" />}
      wide
      className="mt-3"
      busy={login.isPending}
      onClick={() => login.mutate()}
    >
      {t({ id: 'passkey.signIn', message: 'Sign in with a passkey' })}
    </Button>
  )
}
