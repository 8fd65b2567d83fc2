import { t } from '@lingui/core/macro'
import { ownData as contract } from '@runnel/contract/account/own-data'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { useContractForm } from '#base/contract-form.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { clearSession } from '#base/store.ts'
import { emptyProof, ProofFields, proofSentences, type SignInWays } from '#features/step-up/step-up.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'

const ownData = connect('user', contract)

interface DeleteProofProps {
  username: string
  waive: boolean
  asks: SignInWays['asks']
  onStop: () => void
}

/** The last step: the name typed by hand, and who is at the screen. */
export const DeleteProof = ({ username, waive, asks, onStop }: DeleteProofProps) => {
  const form = useContractForm<Record<string, string>>({
    schema: contract.remove.body,
    rest: { waive },
    initialValues: { username: '', ...emptyProof(asks) },
    sentences: () => ({ ...proofSentences(), username: notTheName(username) }),
  })
  const remove = useMutation({
    mutationFn: ({ username: typed = '', ...proof }: Record<string, string>) =>
      ownData.calls.remove({ body: { ...proof, username: typed, waive } }),
    onSuccess: () => {
      clearSession()
      queryClient.clear()
      history.replace(to('/login'))
    },
    onError: form.refused,
  })
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))}>
      <TextInput
        label={t({ id: 'deletion.username', message: `Type your username (${username}) to confirm` })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('username')}
      />
      <ProofFields asks={asks} inputProps={form.getInputProps} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onStop}>{t({ id: 'deletion.stop', message: 'Keep my account' })}</Button>
        <Button type="submit" variant="danger" busy={remove.isPending}>
          {t({ id: 'deletion.send', message: 'Permanently delete my account' })}
        </Button>
      </div>
    </form>
  )
}

const notTheName = (username: string): string =>
  t({ id: 'deletion.username.wrong', message: `Type ${username} exactly.` })
