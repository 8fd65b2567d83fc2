import { t } from '@lingui/core/macro'
import { DigestRate, digest as contract } from '@runnel/contract/account/digest'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { Loaded } from '#base/Loaded.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

// Keys are by endpoint: this one must not be called as one of the user’s other calls.
const digest = connect('user', contract)

/** How often somebody is mailed a summary of their notifications. */
export const DigestField = ({ verified }: { verified: boolean }) => {
  const query = useQuery(digest.query('rate'))
  const change = useMutation({
    scope: { id: 'digest' },
    mutationFn: (rate: DigestRate) => digest.calls.setRate({ body: { rate } }),
    onMutate: (rate) => queryClient.setQueryData(digest.keyOf('rate'), { rate }),
    onError: () => queryClient.invalidateQueries({ queryKey: digest.keyOf('rate') }),
  })
  const words = labels()
  const hint = t({
    id: 'mails.digest.hint',
    message: 'At 8:00 in your time zone, with the notifications since the last one. No email if there are none.',
  })
  const unverified = t({ id: 'mails.digest.unverified', message: 'Verify your email to receive it.' })
  return (
    <Loaded query={query} loading={<Skeleton height={20} className="rounded-m" />}>
      {({ rate }) => (
        <Select
          className="lg:max-w-sm"
          filterable={false}
          label={t({ id: 'mails.digest', message: 'Email summary' })}
          hint={verified ? hint : `${hint} ${unverified}`}
          options={DigestRate.options.map((value) => ({ value, label: words[value] }))}
          value={rate}
          onChange={(chosen) => {
            const known = DigestRate.options.find((one) => one === chosen)
            if (known !== undefined) change.mutate(known)
          }}
        />
      )}
    </Loaded>
  )
}

const labels = (): Record<DigestRate, string> => ({
  never: t({ id: 'mails.digest.never', message: 'Never' }),
  daily: t({ id: 'mails.digest.daily', message: 'Daily' }),
  weekly: t({ id: 'mails.digest.weekly', message: 'Weekly, on Mondays' }),
})
