import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { silence } from '#api/silent.ts'
import { to } from '#base/paths.ts'
import { settingRows, textOf } from '#features/admin/settings/table/table.ts'
import { users } from '#features/admin/user/users.ts'

/** A place that the palette leads to. */
export interface Target {
  /** Its address, which no other has. */
  href: string
  label: string
  /** What kind of place it is, beside its name. */
  kind: string
}

/** Of each kind; who sees more than these reads rather than types on. */
const MOST = 6
const usersMost = 5
/** What is shorter than this begins too many names. */
const searchMin = 2
/** No username is this long, and every address of a wallet is. */
const addressMin = 25

/** What the words lead to: pages and settings by any word of their name, users by the beginning of theirs. */
export const useTargets = ({ query, pages }: { query: string; pages: readonly Target[] }): Target[] => {
  const text = query.trim()
  const found = useUsersCalled(text)
  if (text === '') return [...pages]
  return [
    ...matching(pages, text).slice(0, MOST),
    ...found,
    ...matching(settingTargets(), text).slice(0, MOST),
    ...withdrawalsTo(text),
  ]
}

const matching = (targets: readonly Target[], text: string): Target[] => {
  const words = text.toLocaleLowerCase().split(/\s+/)
  return targets.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)))
}

const settingTargets = (): Target[] =>
  settingRows.map(({ name, row, tab }) => ({
    href: to('/app/admin/settings', { query: { tab: tab.key, setting: name } }),
    label: `${textOf(row.label)} · ${textOf(tab.label)}`,
    kind: t({ id: 'admin.palette.setting', message: 'Setting' }),
  }))

const useUsersCalled = (text: string): Target[] => {
  const isWorthAsking = text.length >= searchMin && !/\s/.test(text)
  const call = { query: { search: text, page: '1', limit: String(usersMost) } }
  const { data } = useQuery({
    queryKey: users.keyOf('users', call),
    queryFn: ({ signal }) => users.calls.users({ ...call, signal: silence(signal) }),
    enabled: isWorthAsking,
    placeholderData: keepPreviousData,
  })
  if (!isWorthAsking || !data) return []
  const asked = text.toLowerCase()
  // Those of the words before stay until the new ones come; of them only what still fits.
  const fitting = data.items.filter((user) => user.username.toLowerCase().startsWith(asked))
  const rest = data.items.filter((user) => !fitting.includes(user) && (user._id === asked || asked.includes('@')))
  return [...fitting, ...rest].flatMap(({ _id: id, username }, index) => [
    {
      href: to('/app/admin/users/{id}', { params: { id } }),
      label: username,
      kind: t({ id: 'admin.palette.user', message: 'User' }),
    },
    ...(index === 0 ? [withdrawalsOf(username)] : []),
  ])
}

const withdrawalsOf = (username: string): Target => ({
  href: to('/app/admin/withdrawals', { query: { username } }),
  label: t({ id: 'admin.palette.withdrawalsOf', message: `Withdrawals of ${{ username }}` }),
  kind: t({ id: 'admin.palette.withdrawals', message: 'Withdrawals' }),
})

const withdrawalsTo = (address: string): Target[] => {
  if (address.length < addressMin || /\s/.test(address)) return []
  return [
    {
      href: to('/app/admin/withdrawals', { query: { address } }),
      label: t({ id: 'admin.palette.withdrawalsTo', message: `Withdrawals to ${{ address }}` }),
      kind: t({ id: 'admin.palette.withdrawals', message: 'Withdrawals' }),
    },
  ]
}
