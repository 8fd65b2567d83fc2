import type { adminSystem as contract } from '@runnel/contract/admin/system'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'

export type System = Result<typeof contract.system>

/** How the machine stands, kept fresh while somebody looks at it. */
export const useSystem = () =>
  useQuery({ ...admin.query('system'), refetchInterval: 60_000, refetchOnWindowFocus: true })
