import { i18n } from '@lingui/core'
import { user as contract, type User } from '@runnel/contract/account/user'
import { isLocale, type Locale } from '@runnel/contract/locale'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { storeUser, useStore } from '#base/store.ts'
import { chooseLocale, hasChosenLocale } from '#locales/choose.ts'

export { endOwnSubscription } from './own-subscription.ts'
export { refusedText } from './refused-text.ts'

export const user = connect('user', contract)

export type Me = Result<typeof contract.me>

const me = user.query('me')

/** The signed-in user with balance, counts and notifications; undefined until the first answer. */
export const useMe = (): Me | undefined => useMeQuery().data

export const useMeQuery = () => {
  const token = useStore((state) => state.token)
  return useQuery({ ...me, enabled: token !== null, staleTime: Infinity })
}

/** Fetches who is signed in and keeps for the guards what they need. */
export const fetchMe = async (): Promise<Me> => {
  const answer = await queryClient.fetchQuery({ ...me, staleTime: 0 })
  storeUser({ id: answer.user._id, username: answer.user.username, role: answer.user.role })
  agreeOnLocale(answer.user)
  return answer
}

/** Another language for this browser and for the account, in which answers and emails are written. */
export const setLocale = async (locale: Locale): Promise<void> => {
  // The pages follow even where the account can't be reached; it is asked again with the next `fetchMe`.
  if (useStore.getState().token !== null) await saveLocale(locale)
  chooseLocale(locale)
}

const saveLocale = (locale: Locale): Promise<unknown> =>
  user.calls.profile({ body: { locale }, signal: silence(new AbortController().signal) }).catch(() => null)

/** What was chosen in this browser is the account's language too; a browser where nothing was chosen follows it. */
const agreeOnLocale = ({ locale }: Pick<User, 'locale'>): void => {
  const { locale: shown } = i18n
  if (locale === undefined || locale === shown || !isLocale(shown)) return
  if (hasChosenLocale()) void saveLocale(shown)
  else chooseLocale(locale)
}

/** Brings balance, counts, notifications and cooldown up to date without a word when it fails. */
export const refreshMe = async (): Promise<void> => {
  const answer = await user.calls.refresh({ signal: silence(new AbortController().signal) }).catch(() => null)
  if (answer) changeMe((known) => ({ ...known, ...answer }))
}

/** Writes what the server just told into what the pages show, such as the balance after a claim. */
export const changeMe = (change: (known: Me) => Me): void => {
  queryClient.setQueryData<Me>(me.queryKey, (known) => known && change(known))
}

export type StatementLine = Result<typeof contract.statement>['items'][number]
