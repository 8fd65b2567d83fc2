import { t } from '@lingui/core/macro'
import { oidc as contract } from '@runnel/contract/account/oidc'
import { USERNAME_MAX, USERNAME_MIN } from '@runnel/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { safeReturn, to } from '#base/paths.ts'
import { useQueryText } from '#base/route.ts'
import { useSite } from '#features/home/home.ts'
import { oidc } from '#features/step-up/step-up.ts'
import { fetchMe, useMeQuery } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { AgeBox, ageSentence } from './AgeBox.tsx'
import { leave } from './auth.ts'
import { referrer } from './referrer.ts'

/** Where an account that Google made chooses its name, before anything else. */
export const InitPage = () => {
  const { redirect } = useQueryText()
  const query = useMeQuery()
  const { data } = query
  const isDone = data?.needsInit === false
  useEffect(() => {
    if (isDone) history.replace(safeReturn(redirect) ?? to('/app/dashboard'))
  }, [isDone, redirect])
  return (
    <Card className="mx-auto mt-4 max-w-md sm:p-8">
      <h1 className="text-2xl">{t({ id: 'init.title', message: 'Choose your username' })}</h1>
      <p className="mt-2 text-muted">
        {t({ id: 'init.lead', message: 'One last step. Other users see this name, and you can sign in with it.' })}
      </p>
      <div className="mt-6">
        {data?.needsInit && <ChooseName email={data.user.email} />}
        <Loaded query={query} loading={<SkeletonText lines={3} />} />
      </div>
    </Card>
  )
}

/** Where the site asks for an age. */
const AgedInit = z.extend(contract.init.body, { ageConfirmed: z.literal(true) })

type Chosen = { username: string; ageConfirmed: boolean }

const ChooseName = ({ email }: { email: string }) => {
  const { minimumAge } = useSite()
  const form = useContractForm<Chosen>({
    schema: minimumAge > 0 ? AgedInit : contract.init.body,
    initialValues: { username: suggestion(email), ageConfirmed: false },
    sentences: () => ({
      username: t({
        id: 'auth.username.wrong',
        message: `Use ${USERNAME_MIN} to ${USERNAME_MAX} characters: a–z, 0–9 or _.`,
      }),
      ageConfirmed: ageSentence(),
    }),
  })
  const choose = useMutation({
    mutationFn: async (chosen: Chosen) => {
      const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions()
      await oidc.calls.init({ body: { ...chosen, tz, ref: referrer(undefined) } })
      await fetchMe()
    },
    onError: form.refused,
  })
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => choose.mutate(values))}>
      <TextInput
        label={t({ id: 'auth.username', message: 'Username' })}
        hint={t({
          id: 'auth.username.hint',
          message: `${USERNAME_MIN}–${USERNAME_MAX} characters: a–z, 0–9 and _. You can’t change it later.`,
        })}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        required
        {...form.getInputProps('username')}
      />
      <AgeBox
        checked={form.values.ageConfirmed}
        error={form.errors['ageConfirmed']}
        onChecked={(checked) => form.setFieldValue('ageConfirmed', checked)}
      />
      <Button type="submit" variant="primary" size="large" wide busy={choose.isPending}>
        {t({ id: 'init.send', message: 'Save username' })}
      </Button>
      <Button variant="quiet" wide onClick={() => void leave()}>
        {t({ id: 'auth.signOut', message: 'Sign out' })}
      </Button>
    </form>
  )
}

/** The part of the address before the @, as far as a name may be made of it. */
const suggestion = (email: string): string => {
  const name = (email.split('@')[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_')
  return name.slice(0, USERNAME_MAX)
}
