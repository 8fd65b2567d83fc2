import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'

/** Whether deposits, payouts and shortlinks can be tried without coins here; undefined until it is known. */
export const useHasSandbox = (): boolean | undefined =>
  useQuery({ ...admin.query('settings'), staleTime: 60_000 }).data?.hasSandbox

/** The choices of this site. One that is missing stays where it was chosen before, so that it can be changed. */
export const withoutSandbox = <T extends string>(
  options: readonly T[],
  { hasSandbox, chosen }: { hasSandbox: boolean | undefined; chosen: T },
): readonly T[] =>
  hasSandbox === false ? options.filter((option) => option !== 'sandbox' || option === chosen) : options

/** Where a site without a sandbox can be tried. */
export const TryInDemo = () => {
  if (useHasSandbox() !== false) return null
  return (
    <p className="text-sm text-muted">
      {t({
        id: 'admin.sandbox.demo',
        message: 'This site moves real coins. To try it without real payments, run “npm run demo” separately.',
      })}
    </p>
  )
}
